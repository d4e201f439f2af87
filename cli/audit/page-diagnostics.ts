/** Problems that `collectPageDiagnostics` records in `window.faults`. */
export interface PageDiagnostics {
  /** Violations of the content security policy. */
  policy: string[]
  shift: { value: number; what: string }
  /** Number of elements of the original HTML that hydration replaced. */
  replaced: number
  /** Whether hydration changed the HTML. */
  changed: boolean
}

/** Runs in the page before any script. Its source is injected, so it must not reference anything outside its body. */
export function collectPageDiagnostics(): void {
  const faults: PageDiagnostics = { policy: [], shift: { value: 0, what: '' }, replaced: 0, changed: false }
  Object.assign(window, { faults })
  document.addEventListener('securitypolicyviolation', (event) =>
    faults.policy.push(`${event.effectiveDirective} blocks ${event.blockedURI} ${event.sample}`.trim()),
  )

  // Web Vitals groups shifts that are at most 1 s apart into windows of at most 5 s, and reports the worst window.
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  let session = { value: 0, first: 0, last: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue
      const { startTime } = entry
      if (startTime - session.last > 1000 || startTime - session.first > 5000)
        session = { value: 0, first: startTime, last: startTime }
      session = { ...session, value: session.value + entry.value, last: startTime }
      if (session.value <= faults.shift.value) continue
      const node = entry.sources.map((source) => source.node).find((found) => found instanceof Element)
      const what = node instanceof Element ? `<${node.localName} class="${node.className}"> moved` : 'unknown'
      faults.shift = { value: session.value, what }
    }
  }).observe({ type: 'layout-shift', buffered: true })

  document.addEventListener('DOMContentLoaded', () => {
    const nodes = [...document.querySelectorAll('#main *')]
    // Ignore React's comments, which hydration removes, and the button role, which hydration adds to links that open
    // dialogs.
    const read = () => document.querySelector('#main')?.innerHTML.replace(/<!--.*?-->| role="button"/g, '')
    const html = read()
    new MutationObserver((_, observer) => {
      if (document.documentElement.dataset.hydrated === undefined) return
      observer.disconnect()
      faults.replaced = nodes.filter((node) => !node.isConnected).length
      faults.changed = read() !== html
    }).observe(document.documentElement, { attributeFilter: ['data-hydrated'] })
  })
}
