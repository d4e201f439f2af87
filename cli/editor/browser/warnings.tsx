import type { ValuePath } from '../../content/yaml/source.ts'
import type { FieldProblem } from '../server/http-errors.ts'
import { formatLabel } from './label.ts'

interface WarningsProps {
  /** Warnings about the open value. */
  warnings: readonly FieldProblem[]
  onGo(path: ValuePath): void
}

/** Shows warnings from `site check`, which do not prevent saving. */
export function Warnings({ warnings, onGo }: WarningsProps) {
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
