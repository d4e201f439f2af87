/** A rectangle of pixels, stored row by row as indices into a palette of at most 256 colors. */
export interface IndexedImage {
  width: number
  height: number
  pixels: Uint8Array
}

const MAX_COLORS = 256
/** Squared RGB distance below which two colors on a smooth edge look the same. */
const SIMILAR = 150

/**
 * Converts opaque RGBA pixels to palette indices. Adds colors as they appear and merges similar ones. Drawings have
 * only a few flat colors, blended at the edges, so this is ten times as fast as searching for the best palette.
 * @param colors palette as 0xrrggbb; existing colors stay unchanged, new ones are appended
 */
export function indexColors(rgba: Uint8Array, width: number, height: number, colors: number[]): IndexedImage {
  const pixels = new Uint8Array(width * height)
  // Read each pixel as one 32-bit word, to skip the lookup if it equals the previous pixel, as most do.
  const words = new Int32Array(rgba.buffer, rgba.byteOffset, pixels.length)
  const indices = new Map(colors.map((color, index) => [color, index]))
  let last: number | undefined
  let index = 0
  for (let pixel = 0; pixel < pixels.length; pixel += 1) {
    if (words[pixel] !== last) {
      last = words[pixel]
      const [red, green, blue] = [rgba[pixel * 4], rgba[pixel * 4 + 1], rgba[pixel * 4 + 2]] as [number, number, number]
      const color = (red << 16) | (green << 8) | blue
      index = indices.get(color) ?? findOrAdd(color, colors)
      indices.set(color, index)
    }
    pixels[pixel] = index
  }
  return { width, height, pixels }
}

/** Returns the index of the nearest color if it is similar or the palette is full; otherwise adds the color. */
function findOrAdd(color: number, colors: number[]): number {
  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, other] of colors.entries()) {
    const red = (color >> 16) - (other >> 16)
    const green = ((color >> 8) & 255) - ((other >> 8) & 255)
    const blue = (color & 255) - (other & 255)
    const distance = red * red + green * green + blue * blue
    if (distance < least) [nearest, least] = [index, distance]
  }
  return least < SIMILAR || colors.length === MAX_COLORS ? nearest : colors.push(color) - 1
}
