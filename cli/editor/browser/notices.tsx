import type { MouseEvent } from 'react'
import type { ValuePath } from '../../content/yaml/source.ts'
import { BODY_PATH_SEGMENT } from '../../dev/source-marks.ts'
import type { Entry } from '../files/entry.ts'
import type { FieldProblem } from '../files/http-errors.ts'
import { formatLabel } from '../labels.ts'
import { Button } from './button.tsx'
import type { DraftState } from './drafts.ts'

const scrollIntoView = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' })

export function FieldError({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p className="refusal" role="alert" ref={scrollIntoView}>
      {message}
    </p>
  )
}

/** If the value has changed in the file, shows both versions and asks which one to keep. */
export function ConflictNotice({ draft, onTake }: { draft: DraftState; onTake(): void }) {
  if (draft.conflictingText === undefined) return null
  /** Resolves the conflict. Returns focus to the field, because the buttons disappear. */
  const resolve = (act: () => void) => (event: MouseEvent) => {
    const field = event.currentTarget.closest('.field, .text-field')?.querySelector<HTMLElement>('input, textarea')
    act()
    field?.focus()
  }
  return (
    <div className="conflict" role="alert">
      <p>
        <b>The file was changed in the meantime.</b> Your version above is not saved. The file now contains:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll long text */}
      <blockquote tabIndex={0}>{draft.conflictingText || '(empty)'}</blockquote>
      <p className="row">
        <Button label="Keep mine" onClick={resolve(draft.keepMine)} />
        <Button label="Use theirs" onClick={resolve(onTake)} />
      </p>
    </div>
  )
}

/** Lists the paths of fields that still contain TODO. */
export function listTodos({ fields, body = '' }: Pick<Entry, 'fields' | 'body'>): ValuePath[] {
  const within = (value: unknown, path: ValuePath): ValuePath[] => {
    if (typeof value === 'string') return /^TODO\b/.test(value) ? [path] : []
    if (Array.isArray(value)) return value.flatMap((part, index) => within(part, [...path, index]))
    return Object.entries(value ?? {}).flatMap(([name, part]) => within(part, [...path, name]))
  }
  return [...within(fields, []), ...(/\bTODO\b/.test(body) ? [[BODY_PATH_SEGMENT]] : [])]
}

export function formatTodoCount({ length }: readonly ValuePath[]): string {
  return length === 1 ? 'One field still contains TODO' : `${length} fields still contain TODO`
}

export function TodoWarning({ places, onGo }: { places: readonly ValuePath[]; onGo(path: ValuePath): void }) {
  const [first] = places
  if (!first) return null
  return (
    <div className="refusal">
      <p>{formatTodoCount(places)}. Keep this file a draft until every TODO is replaced.</p>
      <p className="row">
        <Button label="Go to first TODO" onClick={() => onGo(first)} />
      </p>
    </div>
  )
}

/** Shows warnings from `site check`, which do not prevent saving. */
export function Warnings({ warnings, onGo }: { warnings: readonly FieldProblem[]; onGo(path: ValuePath): void }) {
  if (warnings.length === 0) return null
  return (
    <section className="remarks" aria-label="Warnings">
      {warnings.map(({ path, rule, message, help }) => (
        <button type="button" key={`${rule} ${path.join('.')}`} onClick={() => onGo(path)}>
          {path.length > 0 && (
            <b>{path.map((step) => (typeof step === 'number' ? step + 1 : formatLabel(step))).join(' · ')}</b>
          )}
          <span>{[message, help].filter(Boolean).join('. ')}</span>
        </button>
      ))}
    </section>
  )
}
