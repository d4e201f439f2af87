/** Returns `Page | Site`, or `Site: Page` for the front page, for the prerendered head and client navigation. */
export function formatPageTitle(path: string, title: string, name: string): string {
  return path === '/' ? `${name}: ${title}` : `${title} | ${name}`
}
