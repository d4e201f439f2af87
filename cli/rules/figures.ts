import { parseFigureName } from '@northshelf/site/drawings/figure-slot.ts'
import type { z } from 'zod'
import type { Range } from '../diagnostics/location.ts'
import { createProblemAt, type Problem } from '../diagnostics/problem.ts'
import { findNearestWord, findSafeCorrection, suggestCorrection } from '../diagnostics/suggest.ts'
import { defineRules } from './rule.ts'

/** Checks that the text uses every defined figure and no undefined ones. */
export const figureRules = defineRules({
  'figure/unknown': {
    means: 'Text refers to a figure that its file does not define.',
    matters: 'The figure would be missing from the page.',
    bad: '![](figure:watrfall)',
    good: 'figures:\n  waterfall: { kind: waterfall, … }\n---\n![](figure:waterfall)',
    fix: 'Correct the name, or define the figure under figures. --fix corrects unambiguous misspellings.',
  },
  'figure/unplaced': {
    means: 'An article defines a figure that its text does not show.',
    matters: 'Visitors would never see it.',
    bad: 'figures:\n  waterfall: { kind: waterfall, … }\n---\nThe rest went like this:',
    good: 'figures:\n  waterfall: { kind: waterfall, … }\n---\nThe rest went like this:\n\n![](figure:waterfall)',
    fix: 'Write ![](figure:name) where the text refers to the figure, or remove the figure.',
  },
  'figure/inline': {
    means: 'A figure is inside a sentence, a list or a quote, or is linked instead of shown.',
    matters: 'Figures span the full width of the text, so this one would not be shown.',
    bad: 'As ![](figure:waterfall) shows, a fifth is lost.',
    good: 'A fifth is lost.\n\n![](figure:waterfall)',
    fix: 'Put it on its own line, with an empty line before and after it.',
  },
}).inFile((file) => {
  const { body, source, data } = file
  if (!body) return []
  const { figures } = (data ?? {}) as { figures?: unknown }
  // If `figures` is not a group, the schema reports it.
  const defined = typeof figures === 'object' && !Array.isArray(figures) ? Object.keys(figures ?? {}) : []
  const used = new Set<string | undefined>()
  const problems: Problem[] = []
  for (const link of body.found.links) {
    const name = parseFigureName(link.address)
    if (name === undefined) continue
    const range = body.range(link)
    const meant = findNearestWord(name, defined)
    // A misspelled name counts as a use of the intended figure, to avoid reporting two problems.
    used.add(defined.includes(name) ? name : meant)
    if (data !== undefined && !defined.includes(name)) {
      const canHave = 'figures' in ((file.schema as z.ZodObject).shape ?? {})
      const none = canHave ? 'Define it under "figures" in the fields of this file.' : 'Only articles can have figures.'
      const help = suggestCorrection(name, defined) ?? none
      const finding = { rule: 'figure/unknown', message: `there is no figure "${name}"`, help }
      const asWritten = range[1] - range[0] === link.address.length
      const nameRange: Range = [asWritten ? range[1] - name.length : range[0], range[1]]
      problems.push(
        createProblemAt(file, nameRange, finding, asWritten ? findSafeCorrection(name, defined) : undefined),
      )
    }
    const rule = 'figure/inline'
    if (link.kind === 'link') {
      const message = 'this links to a figure instead of showing it'
      problems.push(createProblemAt(file, range, { rule, message, help: 'Put an exclamation mark before it: ![](…).' }))
    } else if (!link.alone) {
      const help = 'Put it on its own line, with an empty line before and after it.'
      problems.push(createProblemAt(file, range, { rule, message: 'a figure cannot be inside other text', help }))
    }
  }
  const unused = source ? defined.filter((name) => !used.has(name)) : []
  const unplaced = unused.map((name) =>
    createProblemAt(file, source?.range(['figures', name], 'key') ?? [0, 1], {
      rule: 'figure/unplaced',
      message: `the text does not show the figure "${name}"`,
      help: `Write ![](figure:${name}) on its own line where it belongs, or remove the figure.`,
    }),
  )
  return [...problems, ...unplaced]
})
