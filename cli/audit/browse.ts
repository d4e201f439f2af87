import type { Browser } from 'playwright-core'
import type { BuiltSite } from './built-site.ts'
import { listSizes, sum } from './bytes.ts'
import { type Finding, judge, type Outcome } from './finding.ts'
import type { Figures } from './measures.ts'
import { limitsFor, type Thresholds } from './thresholds.ts'
import { visit } from './visit.ts'

/** A phone in the dark and a desk by day. */
const looks = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const

/** Every page in a real browser under the real policy: errors, reports, hydration, axe, layout shift, what is loaded. */
export async function auditInBrowser(
  browser: Browser,
  site: BuiltSite,
  pages: readonly string[],
  base: string,
  thresholds: Thresholds,
  onPage: (page: string, done: number) => void,
): Promise<Outcome> {
  const figures = new Map<string, Figures>()
  const findings: Finding[] = []
  const contexts = await Promise.all(looks.map((look) => browser.newContext(look)))
  for (const [index, path] of pages.entries()) {
    onPage(path, index)
    const loaded = new Set<string>()
    const foreign = new Set<string>()
    let shift = { value: 0, what: '' }
    for (const seen of await Promise.all(contexts.map((context) => visit(context, base, path)))) {
      for (const one of seen.findings) if (!findings.some((known) => isSame(known, one))) findings.push(one)
      for (const file of seen.loaded) loaded.add(file)
      for (const address of seen.foreign) foreign.add(address)
      if (seen.shift.value > shift.value) shift = seen.shift
    }
    const scripts = [...loaded].filter((file) => file.endsWith('.js'))
    const fonts = [...loaded].filter((file) => file.endsWith('.woff2'))
    const own: Figures = {
      script: sum(scripts.map(site.weigh)),
      fonts: sum(fonts.map(site.weigh)),
      requests: loaded.size,
      thirdParty: foreign.size,
      layoutShift: shift.value,
    }
    figures.set(path, own)
    findings.push(
      ...judge(path, own, limitsFor(path, thresholds), {
        script: listSizes(site, scripts),
        fonts: listSizes(site, fonts),
        requests: [...loaded].join(' '),
        thirdParty: [...foreign].join(' '),
        layoutShift: shift.what,
      }),
    )
  }
  await Promise.all(contexts.map((context) => context.close()))
  return { findings, figures }
}

/** What is wrong by day is mostly wrong in the dark too. */
function isSame(a: Finding, b: Finding): boolean {
  return a.page === b.page && a.rule === b.rule && a.message === b.message
}
