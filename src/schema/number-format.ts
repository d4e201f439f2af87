/** Reports whether a language writes numbers as in `1,234.5`, `$50K` and `12%`, which is faster without `Intl`. */
export function isEnglish(language: string): boolean {
  return /^en(?:-|$)/.test(language)
}

/** Formats an amount of money as in a language, with any symbol. */
export function formatMoney(value: number, symbol: string, language: string, minimumFractionDigits = 0) {
  const dollars = { style: 'currency', currency: 'USD', minimumFractionDigits } as const
  const parts = new Intl.NumberFormat(language, dollars).formatToParts(value)
  const texts = parts.map((part) => (part.type === 'currency' ? symbol : part.value))
  return texts.join('').trim()
}

/** Returns the separators of thousands and decimals in a language, such as `.,`. */
export function getSeparators(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(12_345.6)
  return parts.flatMap(({ type, value }) => (type === 'group' || type === 'decimal' ? [value] : [])).join('')
}
