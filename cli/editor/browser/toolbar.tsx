import type { ValuePath } from '../../content/yaml/source.ts'
import type { ValueLocation } from '../../dev/source-marks.ts'
import type { SaveResult } from '../files/save-queue.ts'
import { Button } from './button.tsx'

interface BarProps {
  /** The content file that defines the page. */
  pageFile: string | undefined
  /** The translation of that file into each further language. */
  translations: readonly { language: string; file: string }[]
  panel: PanelState
  /** Labels of the next undo and redo steps. */
  steps: Partial<SaveResult>
  /** Message about the last action. */
  status: string
  /** Number of unsaved values. */
  unsaved: number
  onPanel(panel: PanelState): void
  onStep(direction: 'undo' | 'redo'): void
  /** Opens the first unsaved value. */
  onUnsaved(): void
  onExit(): void
}

/** The toolbar. It does not contain the Save button; see save-buttons.tsx. */
export function Toolbar(props: BarProps) {
  const { pageFile, translations, panel, steps, status, unsaved, onPanel, onStep, onUnsaved, onExit } = props
  const isOpen = (to: NonNullable<PanelState>) =>
    to.kind === 'translation' ? panel?.kind === to.kind && panel.place.file === to.place.file : panel?.kind === to.kind
  const toggle = (to: NonNullable<PanelState>) => onPanel(isOpen(to) ? undefined : to)
  const panels: [name: string, to: NonNullable<PanelState>][] = [['Text', { kind: 'texts' }]]
  if (pageFile) panels.push(['Fields', { kind: 'fields', place: { file: pageFile, path: [] } }])
  for (const { language, file } of translations)
    panels.push([`Translate (${language})`, { kind: 'translation', place: { file, path: [] } }])
  panels.push(['Files', { kind: 'files' }], ['Changes', { kind: 'changes' }])
  const directions = [
    ['undo', 'Undo'],
    ['redo', 'Redo'],
  ] as const
  return (
    <section className="bar" aria-label="Editor toolbar">
      <output>{status}</output>
      <kbd title="F6 moves the focus to this toolbar and back">F6</kbd>
      {panels.map(([name, to]) => (
        <Button key={name} label={name} aria-pressed={isOpen(to)} onClick={() => toggle(to)} />
      ))}
      {directions.map(([direction, name]) => (
        // Use `aria-disabled`, because a `disabled` button would lose focus after the last step.
        <Button
          key={direction}
          label={name}
          aria-disabled={!steps[direction]}
          title={steps[direction] && `${name}: ${steps[direction]}`}
          onClick={() => steps[direction] && onStep(direction)}
        />
      ))}
      {unsaved > 0 && <Button label={`Unsaved changes: ${unsaved}`} className="unsaved" onClick={onUnsaved} />}
      <Button label="Done" className="main" onClick={onExit} />
    </section>
  )
}

/** The open panel; undefined if none is open. The place of a translation is in its source. */
export type PanelState =
  | { kind: 'texts' | 'files' | 'changes' }
  | { kind: 'translation'; place: ValueLocation }
  | FieldsPanel
  | undefined

export interface FieldsPanel {
  kind: 'fields'
  place: ValueLocation
  /** The field to focus. */
  field?: ValuePath[number] | undefined
  /** Whether to focus the group's image. */
  isPicture?: boolean | undefined
  /** The text that the user clicked in the body. */
  words?: string | undefined
}
