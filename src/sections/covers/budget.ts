import type { Motif } from './shape.ts'

const bars = [150, 128, 110, 94, 80, 68, 57, 47, 38, 30, 23, 17]
const bar = (tall: number, place: number) => `M${102 + place * 24} ${222 - tall}h18v${tall}h-18z`

/** A strip of spend, cut where it stops paying; what comes after is only outlined. */
export const budget: Motif = {
  ground: 'paper',
  shapes: [
    { tone: 'own', d: bars.slice(0, 5).map(bar).join('') },
    {
      tone: 'line',
      d: bars
        .slice(5)
        .map((tall, place) => bar(tall, place + 5))
        .join(''),
    },
    { tone: 'figure', d: 'M60 222h360v6H60zM216 44h3v178h-3z' },
    { tone: 'accent', d: 'M219 44h78v34h-78z' },
    { tone: 'figure', d: 'M231 54h40v5h-40zM231 64h26v5h-26z' },
  ],
}
