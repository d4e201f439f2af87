import type { ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import { plural } from '../report/pretty.ts'

/** As `site new` leaves it: in capitals where a text begins. Elsewhere it may be a word like others, as in "a TODO list". */
const TODO = /(?<=^[ \t]*(?:#{1,6}[ \t]+|[-*>][ \t]+|[\w-]+:[ \t]+)*["']?|[.!?][ \t])TODO\b(?! lists?\b)/gm

/** A text that is still to be written. One warning a file, at the first. */
export function unwritten({ files }: ParsedFolder): Problem[] {
  return files.flatMap(({ file, text, body }): Problem[] => {
    if (!text.includes('TODO')) return []
    // Among fields a line that begins with # is a comment, which may say it; in a text it is a heading.
    const shown = (index: number) => index >= (body?.start ?? text.length) || !/^[ \t]*#.*$/.test(lineTo(text, index))
    const [first, ...more] = [...text.matchAll(TODO)].filter(({ index }) => shown(index))
    if (!first) return []
    const many = more.length > 0
    return [
      {
        ...{ rule: 'text/unwritten', severity: 'warning', file },
        ...createPlaces(text)(first.index, first.index + first[0].length),
        message: `this ${many ? `and ${plural(more.length, 'more place')} still say` : 'still says'} TODO`,
        help: `Write ${many ? 'them' : 'it'} before the page is published: visitors would read TODO.`,
      },
    ]
  })
}

function lineTo(text: string, index: number): string {
  return text.slice(text.lastIndexOf('\n', index - 1) + 1, index)
}
