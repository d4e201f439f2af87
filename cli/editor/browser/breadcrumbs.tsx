import { isPlainObject, valueAt } from '../../content/value-at.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import { BODY_PATH_SEGMENT } from '../../dev/source-marks.ts'
import { formatLabel } from './label.ts'

interface BreadcrumbsProps {
  fileName: string
  fields: unknown
  path: ValuePath
  onGo(path: ValuePath): void
}

/** Shows the path of the open value within its file. */
export function Breadcrumbs({ fileName, fields, path, onGo }: BreadcrumbsProps) {
  const steps = [undefined, ...path]
  /** Returns a list entry's number, followed by its type if it has one. */
  const entryName = (step: number, at: ValuePath) => {
    const entry = valueAt(fields, at)
    return [step + 1, isPlainObject(entry) && typeof entry.type === 'string' && entry.type].filter(Boolean).join(' ')
  }
  const nameOf = (step: ValuePath[number] | undefined, at: ValuePath) => {
    if (step === undefined) return fileName
    return typeof step === 'number' ? entryName(step, at) : step === BODY_PATH_SEGMENT ? 'Text' : formatLabel(step)
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
