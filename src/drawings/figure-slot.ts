import type { Picture } from './picture.ts'

/** Figure slots are empty elements in rendered Markdown, which the page or feed replaces with drawings. */

const SLOT = /<figure data-figure="([^"]*)" data-alt="([^"]*)" data-caption="([^"]*)"><\/figure>/g

/** Returns the name in a `figure:` URL; undefined for other URLs. */
export function parseFigureName(address: string): string | undefined {
  return /^figure:(.*)$/.exec(address)?.[1]
}

/** Returns the attributes of a slot. A non-empty `alt` or `caption` replaces that of the figure. */
export function createFigureSlot(name: string, alt: string, caption: string) {
  return { dataFigure: name, dataAlt: encodeURIComponent(alt), dataCaption: encodeURIComponent(caption) }
}

/** Replaces slots with figures. @throws if a figure is missing, which `site check` would have reported */
export function fillFigureSlots(
  html: string,
  figures: Readonly<Record<string, Picture>> | undefined,
  draw: (picture: Picture) => string,
): string {
  return html.replace(SLOT, (_, name: string, alt: string, caption: string) => {
    const picture = figures?.[name]
    if (!picture) throw new Error(`Figure "${name}" is missing although the content check passed`)
    const own = {
      ...(alt && { alt: decodeURIComponent(alt) }),
      ...(caption && { caption: decodeURIComponent(caption) }),
    }
    return draw({ ...picture, ...own })
  })
}
