import type { Checked } from './check-references.ts'
import type { Problem } from './problem.ts'
import type { Source } from './source.ts'

/** Rules that look at all entries together, once each of them fits its schema. */
export function checkWhole(checked: readonly Checked[]): Problem[] {
  return [duplicatePaths, consoleForms].flatMap((rule) => rule(checked))
}

/** Two pages with one address: both places are told. */
function duplicatePaths(checked: readonly Checked[]): Problem[] {
  const seen = new Map<string, Source>()
  return checked.flatMap(({ source, data }): Problem[] => {
    const path = (data as { path?: unknown; sections?: unknown; updated?: unknown }).path
    if (typeof path !== 'string') return []
    const first = seen.get(path)
    if (!first) {
      seen.set(path, source)
      return []
    }
    return [
      {
        rule: 'path/duplicate',
        severity: 'error',
        file: source.file,
        ...source.locate(['path']),
        message: `two pages have the address ${path}`,
        help: 'Give one of them another path.',
        related: [{ file: first.file, ...first.locate(['path']), message: 'the other one' }],
      },
    ]
  })
}

/** A form that only logs loses every lead. It may be wanted, so it is a warning. */
function consoleForms(checked: readonly Checked[]): Problem[] {
  return checked
    .filter(({ data }) => (data as { delivery?: unknown }).delivery === 'console')
    .map(({ source }) => ({
      rule: 'form/console',
      severity: 'warning',
      file: source.file,
      ...source.locate(['delivery']),
      message: 'this form only logs to the console: what visitors send is lost',
      help: 'Write "delivery: relay" to have it delivered.',
    }))
}
