import { listMarked } from '../content/schema/marked-fields.ts'
import { problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** A figure that counts up needs a number: a fact that is only words would count to nought. */
export const factNumberRules = defineRules({
  'fact/no-number': {
    means: 'A figure that counts up names a fact that is only words.',
    matters: 'It would count to nought.',
    bad: '- fact: award-name   # fastest growing company',
    good: '- fact: retention    # 92%',
    fix: 'Name a fact with a number, or say it in a text.',
  },
}).inFolder(({ files, facts }) =>
  files.flatMap(({ source, schema, data }) => {
    if (!source) return []
    return listMarked(schema, data, 'counted').flatMap(({ value: slug, path }) => {
      const value = facts.get(slug)
      if (value === undefined || /\d/.test(value)) return []
      return problemAt(source, source.rangeOfWord(path, slug), {
        rule: 'fact/no-number',
        message: `the fact "${slug}" has no number that could be counted`,
        found: value,
        help: 'Name a fact with a number, or say this one in a text.',
      })
    })
  }),
)
