import type { ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'

/** HTML in markdown is left out of the page for safety: whoever wrote it must know. Comments are meant to be left out. */
export function leftOut({ files }: ParsedFolder): Problem[] {
  return files.flatMap(({ file, text, body }) =>
    (body?.found.html ?? []).map(
      (found): Problem => ({
        ...{ rule: 'markdown/html', severity: 'error', file, ...createPlaces(text)(...(body?.range(found) ?? [0, 1])) },
        message: 'HTML is not shown: it is left out of the page',
        help: 'Write it as markdown. A bare < is written \\<.',
      }),
    ),
  )
}
