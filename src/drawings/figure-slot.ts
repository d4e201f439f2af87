import type { Picture } from './picture.ts'

/** A drawn figure in the HTML of a text: an empty element, until the page or the feed fills it. */

const SLOT = /<figure data-figure="([^"]*)" data-alt="([^"]*)"><\/figure>/g

/** Returns the name of the figure that an address refers to; undefined for other addresses. */
export function figureName(address: string): string | undefined {
  return /^figure:(.*)$/.exec(address)?.[1]
}

/** Returns the attributes of the element. `alt` replaces the figure's own alternative text unless it is empty. */
export function figureSlot(name: string, alt: string) {
  return { dataFigure: name, dataAlt: encodeURIComponent(alt) }
}

/** Replaces the slots by figures. @throws if one is missing, which the check has reported before */
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
