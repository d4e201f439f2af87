/** Length of the longest title that `site audit` accepts. Search engines show about 60 letters. */
const MAX_LENGTH = 70

/**
 * Returns `Page | Site`, or `Site: Page` for the front page, for the prerendered head and client navigation. Omits the
 * site if the title would be too long.
 */
export function formatPageTitle(path: string, title: string, name: string): string {
  const whole = path === '/' ? `${name}: ${title}` : `${title} | ${name}`
  return whole.length > MAX_LENGTH ? title : whole
}
