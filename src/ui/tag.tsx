import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface TagProps {
  /** Outlined instead of yellow: yellow is rare. */
  line?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The shelf tag: a card with a punched hole. */
export function Tag({ line, className, children }: TagProps) {
  return <p className={classNames('tag', line && 'tag-line', className)}>{children}</p>
}
