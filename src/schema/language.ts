const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Attributes of `<html>` for a language, such as `lang="ar" dir="rtl"`. */
export function languageAttributes(language: string): string {
  const [code = ''] = language.split('-')
  return `lang="${language}"${RIGHT_TO_LEFT.has(code) ? ' dir="rtl"' : ''}`
}
