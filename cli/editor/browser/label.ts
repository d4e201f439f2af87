/** Attributes of a field for text in the language of the site; the editor around it is English. */
export const siteLanguage = () => ({ lang: document.documentElement.lang, dir: 'auto' })

/** The name of a field as people say it: `metaTitle` is "Meta title". Names with dashes are what somebody called it. */
export function labelOf(name: string): string {
  if (name.includes('-')) return name
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
