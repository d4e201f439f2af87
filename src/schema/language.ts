const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Returns the attributes of `<html>` for a language, as React props. */
export function getLanguageProps(language: string): { lang: string; dir?: 'rtl' } {
  const [code = ''] = language.split('-')
  return { lang: language, ...(RIGHT_TO_LEFT.has(code) ? { dir: 'rtl' } : {}) }
}

/** Returns the language attributes as HTML, such as `lang="ar" dir="rtl"`. */
export function formatLanguageAttributes(language: string): string {
  return Object.entries(getLanguageProps(language))
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')
}

/** Returns the name of a language in that language, such as `Deutsch`. */
export function getLanguageName(code: string): string {
  const { language } = new Intl.Locale(code)
  return new Intl.DisplayNames(code, { type: 'language' }).of(language) ?? code
}
