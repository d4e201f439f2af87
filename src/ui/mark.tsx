import type { Mark as Drawing } from '../schema/mark.ts'

/** Shows the logo mark. Styles give its tones the colours of the colour scheme. */
export function Mark({ size, shapes }: Drawing) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="28" height="28" aria-hidden="true">
      {shapes.map((shape) => (
        <path key={shape.d + shape.tone} className={`logo-${shape.tone}`} d={shape.d} />
      ))}
    </svg>
  )
}
