/** A rectangle of pixels, row by row, each the index of its colour in a list of at most 256. */
export interface Indexed {
  width: number
  height: number
  pixels: Uint8Array
}

const MOST_COLORS = 256
/** Squared distance in RGB below which nobody tells two colours of a smooth edge apart. */
const ALIKE = 150

/**
 * Opaque RGBA → indices. A drawing has a few flat colours and what lies between them at edges: to take these as they
 * come, once for all that are alike, costs a tenth of what a search for the best palette does.
 * @param colors as 0xrrggbb; these stay exactly as they are, and what the pixels have besides is added
 */
export function indexColors(rgba: Uint8Array, width: number, height: number, colors: number[]): Indexed {
  const pixels = new Uint8Array(width * height)
  // To tell whether a pixel is as the one before, which most are, its four bytes are read at once.
  const whole = new Int32Array(rgba.buffer, rgba.byteOffset, pixels.length)
  const known = new Map(colors.map((color, index) => [color, index]))
  let last: number | undefined
  let index = 0
  for (let at = 0; at < pixels.length; at += 1) {
    if (whole[at] !== last) {
      last = whole[at]
      const [red, green, blue] = [rgba[at * 4], rgba[at * 4 + 1], rgba[at * 4 + 2]] as [number, number, number]
      const color = (red << 16) | (green << 8) | blue
      index = known.get(color) ?? findOrAdd(color, colors)
      known.set(color, index)
    }
    pixels[at] = index
  }
  return { width, height, pixels }
}

/** The index of a colour, or of the nearest one where one is alike or no more are possible. */
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
  return least < ALIKE || colors.length === MOST_COLORS ? nearest : colors.push(color) - 1
}
