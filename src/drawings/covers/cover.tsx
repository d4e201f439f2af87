import type { CoverBackground, Motif } from '../motif.ts'
import { type MotifName, motifs } from './motifs.ts'

interface CoverProps {
  motif: MotifName
  ground?: CoverBackground | undefined
  alt: string
}

/** Draws an article's cover, cropped to the available space. */
export function Cover({ motif, ground, alt }: CoverProps) {
  const drawing: Motif = motifs[motif]
  return (
    <div className={`cover cover-on-${ground ?? drawing.ground}`} role="img" aria-label={alt}>
      <svg viewBox="0 0 480 270" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {drawing.shapes.map(({ tone, d }) => (
          <path key={d} className={`cover-${tone}`} d={d} />
        ))}
      </svg>
    </div>
  )
}
