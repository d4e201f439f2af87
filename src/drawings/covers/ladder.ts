import type { Motif } from './shape.ts'

/** Search terms as rungs, each longer than the one under it; the top one is ours. */
export const ladder: Motif = {
  ground: 'cobalt',
  shapes: [
    { tone: 'figure', d: 'M120 40h6v196h-6zM354 40h6v196h-6z' },
    { tone: 'line', d: 'M138 197h46v26h-46zM138 161h84v26h-84zM138 125h122v26H138zM138 89h160v26H138z' },
    { tone: 'figure', d: 'M146 207h24v6h-24zM146 171h52v6h-52zM146 135h76v6h-76zM146 99h104v6H146z' },
    { tone: 'own', d: 'M138 53h204v26H138z' },
    { tone: 'knock', d: 'M146 63h140v6H146z' },
    { tone: 'accent', d: 'M312 57h22v18h-22z' },
  ],
}
