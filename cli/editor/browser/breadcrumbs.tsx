import { isPlainObject, valueAt } from '../../content/value-at.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import { BODY_PATH_SEGMENT } from '../../dev/source-marks.ts'
import { Button } from './button.tsx'
import { formatLabel } from './label.ts'

interface BreadcrumbsProps {
  fileName: string
  fields: unknown
  path: ValuePath
  onGo(path: ValuePath): void
}

/** Shows the path of the open value within its file. */
export function Breadcrumbs({ fileName, fields, path, onGo }: BreadcrumbsProps) {
  const ancestors: ValuePath[] = [[], ...path.map((_, index) => path.slice(0, index + 1))]
  const nameOf = (at: ValuePath) => {
    const step = at.at(-1)
    if (step === undefined) return fileName
    if (typeof step === 'string') return step === BODY_PATH_SEGMENT ? 'Text' : formatLabel(step)
    // A list entry has a number, followed by its type if it has one.
    const entry = valueAt(fields, at)
    return isPlainObject(entry) && typeof entry.type === 'string' ? `${step + 1} ${entry.type}` : step + 1
  }
  return (
    <nav aria-label="Path in the file" className="crumbs">
      {ancestors.map((at) => (
        <Button
          key={at.join('.')}
          label={nameOf(at)}
          onClick={() => onGo(at)}
          aria-current={at.length === path.length ? 'true' : undefined}
        />
      ))}
    </nav>
  )
}
