import type { EditFailure } from '../changes/dry-run-edits.ts'
import { Button } from './button.tsx'

interface FailedEditProps {
  failure: EditFailure
  /** Whether the failure refers to the current edits and files. */
  isCurrent: boolean
  onResolve(keep: 'proposed' | 'current'): void
}

/** An edit that cannot be applied. If its value has changed in the meantime, asks which one to keep. */
export function FailedEdit({ failure: { index, edit, message, conflict }, isCurrent, onResolve }: FailedEditProps) {
  const values = conflict && listValues(conflict)
  return (
    <section className="conflict" aria-label={`Edit ${index + 1}`}>
      <p className="place">{edit}</p>
      <p>
        <b>{message}</b>
      </p>
      {values && (
        <dl>
          {values.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll long text */}
              <dd tabIndex={0}>{formatValue(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="row">
        {conflict && <Button label="Use proposed" disabled={!isCurrent} onClick={() => onResolve('proposed')} />}
        <Button
          label={conflict ? 'Keep current' : 'Remove this edit'}
          disabled={!isCurrent}
          onClick={() => onResolve('current')}
        />
      </p>
    </section>
  )
}

/** Returns the values to compare; none if they are not shown as values, but as a number of entries or a hash. */
function listValues({ kind, was, now, proposed }: NonNullable<EditFailure['conflict']>) {
  if (kind !== 'set' && kind !== 'body' && kind !== 'remove') return undefined
  return [['Was', was] as const, ['Now', now] as const, ['Proposed', proposed] as const]
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '(none)'
  if (typeof value === 'string') return value || '(empty)'
  return JSON.stringify(value, null, 2)
}
