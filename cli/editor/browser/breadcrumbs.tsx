import type { ValuePath } from '../../content/yaml/source.ts'
import { formatStep } from '../labels.ts'
import { Button } from './button.tsx'

interface BreadcrumbsProps {
  fileName: string
  fields: unknown
  path: ValuePath
  onGo(path: ValuePath): void
}

/** Shows the path of the open value within its file. */
export function Breadcrumbs({ fileName, fields, path, onGo }: BreadcrumbsProps) {
  const ancestors: ValuePath[] = [[], ...path.map((_, index) => path.slice(0, index + 1))]
  return (
    <nav aria-label="Path in the file" className="crumbs">
      {ancestors.map((at) => (
        <Button
          key={at.join('.')}
          label={at.length === 0 ? fileName : formatStep(fields, at)}
          onClick={() => onGo(at)}
          aria-current={at.length === path.length ? 'true' : undefined}
        />
      ))}
    </nav>
  )
}
