import { isGroup, valueAt } from '../../content/value-at.ts'
import type { Path } from '../../content/yaml/source.ts'
import { BODY } from '../../dev/marks.ts'
import { labelOf } from './label.ts'

interface BreadcrumbsProps {
  fileName: string
  fields: unknown
  path: Path
  onGo(path: Path): void
}

/** Shows the path of the open value within its file. */
export function Breadcrumbs({ fileName, fields, path, onGo }: BreadcrumbsProps) {
  const steps = [undefined, ...path]
  /** Returns the number of a list entry, followed by the entry's type if it has one. */
  const entryName = (step: number, at: Path) => {
    const entry = valueAt(fields, at)
    return [step + 1, isGroup(entry) && typeof entry.type === 'string' && entry.type].filter(Boolean).join(' ')
  }
  const nameOf = (step: Path[number] | undefined, at: Path) => {
    if (step === undefined) return fileName
    return typeof step === 'number' ? entryName(step, at) : step === BODY ? 'Text' : labelOf(step)
  }
  return (
    <nav aria-label="Path in the file" className="crumbs">
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
