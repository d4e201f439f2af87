import type { Panel } from './editor.tsx'

interface BarProps {
  /** The file of the page itself. */
  home: string | undefined
  panel: Panel
  steps: { undo?: string | undefined; redo?: string | undefined }
  told: string
  onPanel(panel: Panel): void
  onStep(way: 'undo' | 'redo'): void
  onLeave(): void
}

/** What can be done, at the foot of the window. */
export function Bar({ home, panel, steps, told, onPanel, onStep, onLeave }: BarProps) {
  const toggle = (to: NonNullable<Panel>) => onPanel(panel?.kind === to.kind ? undefined : to)
  const panels: [name: string, to: NonNullable<Panel>][] = [
    ['Texts', { kind: 'texts' }],
    ...(home ? [['Fields', { kind: 'fields', place: { file: home, path: [] } }] as [string, NonNullable<Panel>]] : []),
    ['Files', { kind: 'files' }],
    ['Changes', { kind: 'changes' }],
  ]
  return (
    <div className="bar" role="toolbar" aria-label="Editing">
      {panels.map(([name, to]) => (
        <button type="button" key={name} aria-pressed={panel?.kind === to.kind} onClick={() => toggle(to)}>
          {name}
        </button>
      ))}
      <button
        type="button"
        disabled={!steps.undo}
        title={steps.undo && `Take back: ${steps.undo}`}
        onClick={() => onStep('undo')}
      >
        Undo
      </button>
      <button
        type="button"
        disabled={!steps.redo}
        title={steps.redo && `Do again: ${steps.redo}`}
        onClick={() => onStep('redo')}
      >
        Redo
      </button>
      <output>{told}</output>
      <button type="button" className="main" onClick={onLeave}>
        Done
      </button>
    </div>
  )
}
