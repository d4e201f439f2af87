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
  return (
    <div className="bar" role="toolbar" aria-label="Editing">
      <button
        type="button"
        aria-pressed={panel?.kind === 'texts'}
        onClick={() => onPanel(panel?.kind === 'texts' ? undefined : { kind: 'texts' })}
      >
        Texts
      </button>
      {home && (
        <button
          type="button"
          aria-pressed={panel?.kind === 'fields'}
          onClick={() => onPanel({ kind: 'fields', place: { file: home, path: [] } })}
        >
          Fields
        </button>
      )}
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
