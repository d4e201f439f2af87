export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), properties)
}

/**
 * Creates an element with isolated styles for display on top of the page. It is in English on every site. Its
 * constructed stylesheet is allowed by the page's content security policy.
 */
export function createShadowHost(name: string, styles: string): { host: HTMLElement; root: ShadowRoot } {
  const host = Object.assign(document.createElement(name), { lang: 'en', dir: 'ltr' })
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}
