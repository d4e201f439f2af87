/** Minimum contrast for text (WCAG 2, 1.4.3). */
export const MIN_TEXT_CONTRAST = 4.5

/**
 * Returns the contrast ratio of two colors (#rrggbb), from 1 to 21.
 * https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export function getContrastRatio(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = toLinearLight(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Converts #rrggbb to linear light: red, green and blue from 0 to 1. */
export function toLinearLight(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
}
