import type { Path } from '../../content/yaml/source.ts'
import type { FieldProblem } from '../server/http-errors.ts'
import { labelOf } from './label.ts'

interface RemarksProps {
  /** Warnings about the open value. */
  remarks: readonly FieldProblem[]
  onGo(path: Path): void
}

/** Warnings of the check, which do not prevent saving. */
export function Remarks({ remarks, onGo }: RemarksProps) {
  if (remarks.length === 0) return null
  return (
    <section className="remarks" aria-label="Remarks of the check">
      {remarks.map(({ path, rule, message, help }) => (
        <button type="button" key={`${rule} ${path.join('.')}`} onClick={() => onGo(path)}>
          {path.length > 0 && (
            <b>{path.map((step) => (typeof step === 'number' ? step + 1 : labelOf(step))).join(' · ')}</b>
          )}
          <span>{[message, help].filter(Boolean).join('. ')}</span>
        </button>
      ))}
    </section>
  )
}
