import { isGroup, valueAt } from '../../content/value-at.ts'
import type { Path } from '../../content/yaml/source.ts'
import { BODY } from '../../dev/marks.ts'
import { labelOf } from './label.ts'

interface CrumbsProps {
  /** Name of the file. */
  home: string
  fields: unknown
  path: Path
  onGo(path: Path): void
}

/** Breadcrumbs of a path in a file. */
export function Crumbs({ home, fields, path, onGo }: CrumbsProps) {
  const steps = [undefined, ...path]
  /** The number of a list entry, with the type of a section. */
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
