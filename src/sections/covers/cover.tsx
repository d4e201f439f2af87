import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Budget } from './budget.tsx'
import { EmptyShelf } from './empty-shelf.tsx'
import { Ladder } from './ladder.tsx'
import { Leak } from './leak.tsx'
import { Listing } from './listing.tsx'
import { Scale } from './scale.tsx'

const drawings = { leak: Leak, shelf: EmptyShelf, listing: Listing, ladder: Ladder, scale: Scale, budget: Budget }
export type CoverMotif = keyof typeof drawings

interface CoverProps {
  motif: CoverMotif
  alt: string
  className?: string
}

/** The drawn cover of an article, 480 by 270. What matters stands in the middle 240, so that a portrait crop keeps it. */
export function Cover({ motif, alt, className }: CoverProps) {
  const Drawing: () => ReactNode = drawings[motif]
  return (
    <div className={classNames('cover', `cover-${motif}`, className)} role="img" aria-label={alt}>
      <svg viewBox="0 0 480 270" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <Drawing />
      </svg>
    </div>
  )
}
