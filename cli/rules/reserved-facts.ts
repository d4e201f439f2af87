import { whyNoFact } from '../content/facts.ts'
import { isGroup } from '../content/value-at.ts'
import { problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Facts whose name already means something else in braces. */
export const reservedFactRules = defineRules({
  'fact/reserved': {
    means: 'A fact has the name of a placeholder that pages fill in, or of a value that comes from site.yaml.',
    matters: 'Every text with the placeholder would show the fact instead, such as a job its salary range.',
    bad: 'salary: "100"   # in facts.yaml',
    good: 'starting-salary: "100"',
    fix: 'Give the fact another name, and use that in the texts.',
  },
}).inFile(({ collection, slug, source, data }) => {
  if (collection || slug !== 'facts' || !source || !isGroup(data)) return []
  return Object.keys(data).flatMap((name) => {
    const why = whyNoFact(name)
    if (!why) return []
    const message = `no fact can be named "${name}": ${why}`
    return problemAt(source, source.range([name], 'key'), {
      rule: 'fact/reserved',
      message,
      help: 'Choose another name.',
    })
  })
})
