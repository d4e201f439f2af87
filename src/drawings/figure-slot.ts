import type { Picture } from './picture.ts'

/** Figure slots are empty elements in rendered Markdown, which the page or feed replaces with drawings. */

const SLOT = /<figure data-figure="([^"]*)" data-alt="([^"]*)"><\/figure>/g

/** Returns the name in a `figure:` URL; undefined for other URLs. */
export function parseFigureName(address: string): string | undefined {
  return /^figure:(.*)$/.exec(address)?.[1]
}

/** Returns the attributes of a slot. A non-empty `alt` replaces the figure's own alternative text. */
export function createFigureSlot(name: string, alt: string) {
  return { dataFigure: name, dataAlt: encodeURIComponent(alt) }
}

/** Replaces slots with figures. @throws if a figure is missing, which `site check` would have reported */
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
