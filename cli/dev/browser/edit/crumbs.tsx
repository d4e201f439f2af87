import type { Path } from '../../../content/source.ts'
import { BODY } from '../../../edit/marks.ts'
import { labelOf } from './label.ts'

interface CrumbsProps {
  /** What the file is called. */
  home: string
  path: Path
  onGo(path: Path): void
}

/** Where in a file one is, and the way back. */
export function Crumbs({ home, path, onGo }: CrumbsProps) {
  const steps = [undefined, ...path]
  return (
    <nav aria-label="Where in the file" className="crumbs">
      {steps.map((step, index) => (
        <button
          type="button"
          key={path.slice(0, index).join('.')}
          onClick={() => onGo(path.slice(0, index))}
          aria-current={index === path.length ? 'true' : undefined}
        >
          {step === undefined ? home : typeof step === 'number' ? step + 1 : step === BODY ? 'Text' : labelOf(step)}
        </button>
      ))}
    </nav>
  )
}
