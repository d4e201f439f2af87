/** Attributes of fields for text in the language of the site; the editor itself is English. */
export const siteLanguage = () => ({ lang: document.documentElement.lang, dir: 'auto' })

/** Returns a label: `metaTitle` becomes "Meta title". Names with dashes were chosen by people and stay. */
export function labelOf(name: string): string {
  if (name.includes('-')) return name
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
