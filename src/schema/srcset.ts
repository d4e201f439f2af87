/**
 * Returns the widest version in a `srcset` that the build created. The names of these files end with the size in pixels,
 * such as `-800x600.webp`. Returns no values for other text.
 */
export function parseSrcset(srcset: string) {
  const [, url, width, height] = /(?<!\S)(\S+-(\d+)x(\d+)\.\w+) \d+w$/.exec(srcset) ?? []
  return { url, width, height }
}
