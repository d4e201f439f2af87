import type { Mark as Drawing } from '../schema/logo-mark.ts'

/** Shows the logo mark. CSS colors its tones to match the color scheme. */
export function Mark({ size, shapes }: Drawing) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="28" height="28" aria-hidden="true">
      {shapes.map((shape) => (
        <path key={shape.d + shape.tone} className={`logo-${shape.tone}`} d={shape.d} />
      ))}
    </svg>
  )
}
