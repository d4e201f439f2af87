import { figureName } from '@northshelf/site/drawings/figure-slot.ts'
import type { z } from 'zod'
import type { Range } from '../diagnostics/location.ts'
import { didYouMean, findSafeCorrection, nearest } from '../diagnostics/nearest.ts'
import { type Problem, problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Checks that each figure in the text is defined, and that each defined figure is in the text. */
export const figureRules = defineRules({
  'figure/unknown': {
    means: 'A text places a drawn figure that its file does not have.',
    matters: 'Visitors would read about a figure that is not there.',
    bad: '![](figure:watrfall)',
    good: 'figures:\n  waterfall: { kind: waterfall, … }\n---\n![](figure:waterfall)',
    fix: 'Correct the name, or draw the figure under figures. --fix corrects what can only be meant in one way.',
  },
  'figure/unplaced': {
    means: 'A drawn figure of an article has no place in its text.',
    matters: 'Nobody would ever see it.',
    bad: 'figures:\n  waterfall: { kind: waterfall, … }\n---\nThe rest went like this:',
    good: 'figures:\n  waterfall: { kind: waterfall, … }\n---\nThe rest went like this:\n\n![](figure:waterfall)',
    fix: 'Write its line where the text speaks of it, or remove the figure.',
  },
  'figure/inline': {
    means: 'A drawn figure stands inside a sentence, a list or a quote, or is only linked.',
    matters: 'It is as wide as the text and has no room there: it would be missing.',
    bad: 'As ![](figure:waterfall) shows, a fifth is lost.',
    good: 'A fifth is lost.\n\n![](figure:waterfall)',
    fix: 'Put it on a line of its own, with an empty line before and after it.',
  },
}).inFile((file) => {
  const { body, source, data } = file
  if (!body) return []
  const { figures } = (data ?? {}) as { figures?: unknown }
  // The schema reports `figures` of another type.
  const defined = typeof figures === 'object' && !Array.isArray(figures) ? Object.keys(figures ?? {}) : []
  const used = new Set<string | undefined>()
  const problems: Problem[] = []
  for (const link of body.found.links) {
    const name = figureName(link.address)
    if (name === undefined) continue
    const range = body.range(link)
    const meant = nearest(name, defined)
    // A misspelt name counts as a use of the figure that was meant, so that there is only one problem.
    used.add(defined.includes(name) ? name : meant)
    if (data !== undefined && !defined.includes(name)) {
      const canHave = 'figures' in ((file.schema as z.ZodObject).shape ?? {})
      const none = canHave ? 'Draw it under "figures" in the fields of this file.' : 'Only articles have drawn figures.'
      const help = didYouMean(name, defined) ?? none
      const finding = { rule: 'figure/unknown', message: `there is no figure "${name}"`, help }
      const asWritten = range[1] - range[0] === link.address.length
      const nameRange: Range = [asWritten ? range[1] - name.length : range[0], range[1]]
      problems.push(problemAt(file, nameRange, finding, asWritten ? findSafeCorrection(name, defined) : undefined))
    }
    const rule = 'figure/inline'
    if (link.kind === 'link') {
      const message = 'this link leads to a figure instead of showing it'
      problems.push(problemAt(file, range, { rule, message, help: 'Write an exclamation mark before it: ![](…).' }))
    } else if (!link.alone) {
      const help = 'Put it on a line of its own between empty lines.'
      problems.push(problemAt(file, range, { rule, message: 'a figure cannot stand inside other text', help }))
    }
  }
  const unused = source ? defined.filter((name) => !used.has(name)) : []
  const unplaced = unused.map((name) =>
    problemAt(file, source?.range(['figures', name], 'key') ?? [0, 1], {
      rule: 'figure/unplaced',
      message: `the figure "${name}" has no place in the text`,
      help: `Write ![](figure:${name}) on a line of its own where it belongs, or remove it.`,
    }),
  )
  return [...problems, ...unplaced]
})
