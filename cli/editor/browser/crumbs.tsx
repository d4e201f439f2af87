import { isGroup, valueAt } from '../../content/value-at.ts'
import type { Path } from '../../content/yaml/source.ts'
import { BODY } from '../../dev/marks.ts'
import { labelOf } from './label.ts'

interface CrumbsProps {
  /** What the file is called. */
  home: string
  /** What the file says. */
  fields: unknown
  path: Path
  onGo(path: Path): void
}

/** Where in a file one is, and the way back. */
export function Crumbs({ home, fields, path, onGo }: CrumbsProps) {
  const steps = [undefined, ...path]
  /** An entry of a list by its number, and a section by its type, too. */
  const entryName = (step: number, at: Path) => {
    const entry = valueAt(fields, at)
    return [step + 1, isGroup(entry) && typeof entry.type === 'string' && entry.type].filter(Boolean).join(' ')
  }
  const nameOf = (step: Path[number] | undefined, at: Path) => {
    if (step === undefined) return home
    return typeof step === 'number' ? entryName(step, at) : step === BODY ? 'Text' : labelOf(step)
  }
  return (
    <nav aria-label="Where in the file" className="crumbs">
      {steps.map((step, index) => (
        <button
          type="button"
          key={path.slice(0, index).join('.')}
          onClick={() => onGo(path.slice(0, index))}
          aria-current={index === path.length ? 'true' : undefined}
        >
          {nameOf(step, path.slice(0, index))}
        </button>
      ))}
    </nav>
  )
}
