/**
 * Returns `Page | Site`, or `Site: Page` for the front page. Used in the prerendered head and for client navigation.
 */
export function formatPageTitle(path: string, title: string, name: string): string {
  return path === '/' ? `${name}: ${title}` : `${title} | ${name}`
}
