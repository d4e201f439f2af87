import type { ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'

/** A form that only logs loses every lead. It may be wanted, so it is a warning. */
export function forms({ files }: ParsedFolder): Problem[] {
  return files.flatMap(({ collection, source, data, file }): Problem[] => {
    const delivery = (data as { delivery?: unknown } | undefined)?.delivery
    if (collection?.folder !== 'forms' || !source || delivery !== 'console') return []
    return [
      {
        ...{ rule: 'form/console', severity: 'warning', file, ...source.locate(['delivery']) },
        message: 'this form only logs to the console: what visitors send is lost',
        help: 'Write "delivery: relay" to have it delivered.',
      },
    ]
  })
}
