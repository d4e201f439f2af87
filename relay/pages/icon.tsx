import { renderToStaticMarkup } from 'react-dom/server'
import { hexOf } from '../../src/theme/tokens.ts'
import type { FormBook } from '../forms.ts'

/** A picture is not part of the page: the colours of the scheme stand in it once more. */
const TONES = `svg{color:${hexOf('ink')}}.ink{fill:currentColor}.accent{fill:${hexOf('tag')}}.outline{fill:none;stroke:currentColor;stroke-width:1.2}@media(prefers-color-scheme:dark){svg{color:${hexOf('paper')}}}`

/** The mark for the browser's tab, as an address that holds it. */
export function iconOf({ mark: { size, shapes } }: FormBook['site']): string {
  const icon = renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <style>{TONES}</style>
      {shapes.map(({ d, tone }) => (
        <path key={d + tone} className={tone} d={d} />
      ))}
    </svg>,
  )
  return `data:image/svg+xml,${encodeURIComponent(icon)}`
}
