/**
 * Lists what rules can select in HTML: elements (`p`), classes (`.card`), and `[dir=rtl]` if text runs from right to
 * left.
 */
export function listStyleNames(html: string): string[] {
  const names = new Set<string>()
  for (const [, element, classes, direction] of html.matchAll(/<([a-z][\w-]*)|\sclass="([^"]*)"|\sdir="(rtl)"/gi)) {
    if (element) names.add(element.toLowerCase())
    for (const name of classes?.split(/\s+/) ?? []) names.add(`.${name}`)
    if (direction) names.add('[dir=rtl]')
  }
  return [...names]
}
