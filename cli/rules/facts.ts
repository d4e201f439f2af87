import { findFactNameProblem } from '../content/facts.ts'
import { listMarkedTexts } from '../content/schema/marked-fields.ts'
import { isPlainObject } from '../content/value-at.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Finds facts with a reserved name, and animated figures whose fact contains no number. */
export const factRules = defineRules({
  'fact/reserved': {
    means: 'A fact has the same name as a placeholder, or as a value that comes from site.yaml.',
    matters: 'Every text with that placeholder, such as the salary range of a job, would show the fact instead.',
    bad: 'salary: "100"   # in facts.yaml',
    good: 'starting-salary: "100"',
    fix: 'Rename the fact, and update the text that uses it.',
  },
  'fact/no-number': {
    means: 'An animated figure uses a fact that does not contain a number.',
    matters: 'The figure would show zero.',
    bad: '- fact: award-name   # fastest growing company',
    good: '- fact: retention    # 92%',
    fix: 'Use a fact with a number, or use this fact in text.',
  },
}).inFile(({ collection, slug, source, schema, data }, facts) => {
  if (!source) return []
  const names = !collection && slug === 'facts' && isPlainObject(data) ? Object.keys(data) : []
  const reserved = names.flatMap((name) => {
    const why = findFactNameProblem(name)
    if (!why) return []
    const message = `a fact cannot be named "${name}": ${why}`
    const help = 'Choose another name.'
    return createProblemAt(source, source.range([name], 'key'), { rule: 'fact/reserved', message, help })
  })
  const uncountable = listMarkedTexts(schema, data, 'counted').flatMap(({ value: name, path }) => {
    const found = facts.get(name)
    if (found === undefined || /\d/.test(found)) return []
    const message = `the fact "${name}" has no number to count up to`
    const help = 'Use a fact with a number, or use this fact in text.'
    return createProblemAt(source, source.rangeOfWord(path, name), { rule: 'fact/no-number', message, found, help })
  })
  return [...reserved, ...uncountable]
})
