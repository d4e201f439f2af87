/** `Page | Site`; the front page says the site's name first. Used for the prerendered head and on client navigation. */
export function fullTitle(path: string, title: string, name: string): string {
  return path === '/' ? `${name}: ${title}` : `${title} | ${name}`
}
