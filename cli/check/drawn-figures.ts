import type { z } from 'zod'
import { figureName } from '../../src/drawings/figure-slot.ts'
import type { MarkdownLink } from '../content/markdown-links.ts'
import { nearest, surelyMeant } from '../content/nearest.ts'
import type { Body, ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import { oncePer } from './once-per.ts'

/** Drawn figures: each that the text names must be there, each that is there must have its place in the text. */
export function drawnFigures({ files }: ParsedFolder): Problem[] {
  return files.flatMap(inFile)
}

const inFile = oncePer((file: ParsedFile): Problem[] => {
  const { body, source, data } = file
  if (!body) return []
  const { figures } = (data ?? {}) as { figures?: unknown }
  // What is no group of figures is told by the schema.
  const defined = typeof figures === 'object' && !Array.isArray(figures) ? Object.keys(figures ?? {}) : []
  const meant = new Set<string | undefined>()
  const problems = body.found.links.flatMap((link): Problem[] => {
    const name = figureName(link.address)
    if (name === undefined) return []
    // A misspelt name is one mistake: that the right one stands nowhere need not be told as well.
    meant.add(defined.includes(name) ? name : nearest(name, defined))
    return [
      ...(data === undefined || defined.includes(name) ? [] : [unknown(file, body, link, name, defined)]),
      ...(link.alone ? [] : [crowded(file, body, link)]),
    ]
  })
  const unplaced = source ? defined.filter((name) => !meant.has(name)) : []
  return [
    ...problems,
    ...unplaced.map(
      (name): Problem => ({
        ...{ rule: 'figure/unplaced', severity: 'error', file: file.file },
        ...createPlaces(file.text)(...(source?.range(['figures', name], 'key') ?? [0, 1])),
        message: `the figure "${name}" has no place in the text`,
        help: `Write ![](figure:${name}) on a line of its own where it belongs, or remove it.`,
      }),
    ),
  ]
})

function unknown(
  { file, text, schema }: ParsedFile,
  body: Body,
  link: MarkdownLink,
  name: string,
  defined: string[],
): Problem {
  const [start, end] = body.range(link)
  const from = end - start === link.address.length ? end - name.length : start
  const near = nearest(name, defined)
  const sure = end - from === name.length ? surelyMeant(name, defined) : undefined
  return {
    ...{ rule: 'figure/unknown', severity: 'error', file, ...createPlaces(text)(from, end) },
    message: `there is no figure "${name}"`,
    help: near
      ? `Did you mean ${near}?`
      : 'figures' in ((schema as z.ZodObject).shape ?? {})
        ? 'Draw it under "figures" in the fields of this file.'
        : 'Only articles have drawn figures.',
    fix: sure ? { edits: [{ start: from, end, text: sure }] } : undefined,
  }
}

function crowded({ file, text }: ParsedFile, body: Body, link: MarkdownLink): Problem {
  const linked = link.kind === 'link'
  return {
    ...{ rule: 'figure/inline', severity: 'error', file, ...createPlaces(text)(...body.range(link)) },
    message: linked ? 'this link leads to a figure instead of showing it' : 'a figure cannot stand inside other text',
    help: linked ? 'Write an exclamation mark before it: ![](…).' : 'Put it on a line of its own between empty lines.',
  }
}
