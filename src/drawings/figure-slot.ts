import type { Picture } from './picture.ts'

/** Where a drawn figure goes in the HTML of a text: an empty element, until the page or the feed fills it. */

const SLOT = /<figure data-figure="([^"]*)" data-alt="([^"]*)"><\/figure>/g

/** Name of the figure that an address in a text means; undefined for all other addresses. */
export function figureName(address: string): string | undefined {
  return /^figure:(.*)$/.exec(address)?.[1]
}

/** Attributes of the element. `alt` is what the text says instead of the figure's own words; it may be empty. */
export function figureSlot(name: string, alt: string) {
  return { dataFigure: name, dataAlt: encodeURIComponent(alt) }
}

/** The HTML with every figure in its place. @throws when one is not there, which the check has refused before */
export function fillFigureSlots(
  html: string,
  figures: Readonly<Record<string, Picture>> | undefined,
  draw: (picture: Picture) => string,
): string {
  return html.replace(SLOT, (_, name: string, alt: string) => {
    const picture = figures?.[name]
    if (!picture) throw new Error(`the figure "${name}" passed the check but is not there`)
    return draw(alt ? { ...picture, alt: decodeURIComponent(alt) } : picture)
  })
}
