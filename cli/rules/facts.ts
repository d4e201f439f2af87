import { whyNoFact } from '../content/facts.ts'
import { listMarked } from '../content/schema/marked-fields.ts'
import { isGroup } from '../content/value-at.ts'
import { problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Facts whose name is reserved, and facts that a counting figure cannot count. */
export const factRules = defineRules({
  'fact/reserved': {
    means: 'A fact has the name of a placeholder that pages fill in, or of a value that comes from site.yaml.',
    matters: 'Every text with the placeholder would show the fact instead, such as a job its salary range.',
    bad: 'salary: "100"   # in facts.yaml',
    good: 'starting-salary: "100"',
    fix: 'Give the fact another name, and use that in the texts.',
  },
  'fact/no-number': {
    means: 'A figure that counts up names a fact that is only words.',
    matters: 'It would count to nought.',
    bad: '- fact: award-name   # fastest growing company',
    good: '- fact: retention    # 92%',
    fix: 'Name a fact with a number, or say it in a text.',
  },
}).inFile(({ collection, slug, source, schema, data }, facts) => {
  if (!source) return []
  const names = !collection && slug === 'facts' && isGroup(data) ? Object.keys(data) : []
  const reserved = names.flatMap((name) => {
    const why = whyNoFact(name)
    if (!why) return []
    const message = `no fact can be named "${name}": ${why}`
    const help = 'Choose another name.'
    return problemAt(source, source.range([name], 'key'), { rule: 'fact/reserved', message, help })
  })
  const uncountable = listMarked(schema, data, 'counted').flatMap(({ value: name, path }) => {
    const found = facts.get(name)
    if (found === undefined || /\d/.test(found)) return []
    const message = `the fact "${name}" has no number that could be counted`
    const help = 'Name a fact with a number, or say this one in a text.'
    return problemAt(source, source.rangeOfWord(path, name), { rule: 'fact/no-number', message, found, help })
  })
  return [...reserved, ...uncountable]
})
