import type { Picture } from './picture.ts'

/** Figure slots: empty elements in the HTML of a text, which the page or the feed fills with drawn figures. */

const SLOT = /<figure data-figure="([^"]*)" data-alt="([^"]*)"><\/figure>/g

/** Returns the name of the figure that an address refers to; undefined for other addresses. */
export function figureName(address: string): string | undefined {
  return /^figure:(.*)$/.exec(address)?.[1]
}

/** Returns the attributes of the element. `alt` replaces the figure's own alternative text unless it is empty. */
export function figureSlot(name: string, alt: string) {
  return { dataFigure: name, dataAlt: encodeURIComponent(alt) }
}

/** Replaces slots with figures. @throws if a figure is missing, which `site check` reports earlier */
export function fillFigureSlots(
  html: string,
  figures: Readonly<Record<string, Picture>> | undefined,
  draw: (picture: Picture) => string,
): string {
  return html.replace(SLOT, (_, name: string, alt: string) => {
    const picture = figures?.[name]
    if (!picture) throw new Error(`Figure "${name}" is missing although the content check passed`)
    return draw(alt ? { ...picture, alt: decodeURIComponent(alt) } : picture)
  })
}
