import type { Content } from '@northshelf/site/collections/content.ts'

/** Returns the shapes of the logo mark as SVG, in the given colors. */
export function renderLogoMark(mark: Content['site']['mark'], ink: string, accent: string): string {
  return mark.shapes
    .map(({ d, tone }) => {
      if (tone === 'outline') return `<path d="${d}" fill="none" stroke="${ink}" stroke-width="1.2"/>`
      return `<path d="${d}" fill="${tone === 'accent' ? accent : ink}"/>`
    })
    .join('')
}
