import type { Path } from '../../content/yaml/source.ts'
import type { Place } from '../../dev/marks.ts'
import type { Result } from '../server/saves.ts'

interface BarProps {
  /** The file of the page. */
  home: string | undefined
  panel: Panel
  steps: Partial<Result>
  /** Result of the last action. */
  told: string
  /** Number of unsaved values. */
  unsaved: number
  onPanel(panel: Panel): void
  onStep(way: 'undo' | 'redo'): void
  /** Opens an unsaved value. */
  onUnsaved(): void
  onLeave(): void
}

/** The toolbar at the bottom. Save buttons are in text-field.tsx and body-field.tsx; other fields save when left. */
export function Bar({ home, panel, steps, told, unsaved, onPanel, onStep, onUnsaved, onLeave }: BarProps) {
  const toggle = (to: NonNullable<Panel>) => onPanel(panel?.kind === to.kind ? undefined : to)
  const panels: [name: string, to: NonNullable<Panel>][] = [
    ['Texts', { kind: 'texts' }],
    ...(home ? [['Fields', { kind: 'fields', place: { file: home, path: [] } }] as [string, NonNullable<Panel>]] : []),
    ['Files', { kind: 'files' }],
    ['Changes', { kind: 'changes' }],
  ]
  const ways = [
    ['undo', 'Undo', 'Take back'],
    ['redo', 'Redo', 'Do again'],
  ] as const
  return (
    <section className="bar" aria-label="Editing">
      <output>{told}</output>
      <kbd title="F6 goes to this bar and back">F6</kbd>
      {panels.map(([name, to]) => (
        <button type="button" key={name} aria-pressed={panel?.kind === to.kind} onClick={() => toggle(to)}>
          {name}
        </button>
      ))}
      {ways.map(([way, name, verb]) => (
        // `disabled` would take the focus away after the last step.
        <button
          type="button"
          key={way}
          aria-disabled={!steps[way]}
          title={steps[way] && `${verb}: ${steps[way]}`}
          onClick={() => steps[way] && onStep(way)}
        >
          {name}
        </button>
      ))}
      {unsaved > 0 && (
        <button type="button" className="unsaved" onClick={onUnsaved}>
          Not saved: {unsaved}
        </button>
      )}
      <button type="button" className="main" onClick={onLeave}>
        Done
      </button>
    </section>
  )
}

/** The panel beside the page. `field` gets the focus; `words` are the clicked words of the body. */
export type Panel =
  | { kind: 'texts' | 'files' | 'changes' }
  | { kind: 'fields'; place: Place; field?: Path[number] | undefined; words?: string | undefined }
  | undefined
