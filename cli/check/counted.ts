import { listMarked } from '../../src/schema/references.ts'
import type { ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { problemAt } from '../content/problem-at.ts'

/** A figure that counts up needs a number: a fact that is only words would count to nought. */
export function counted({ files, facts }: ParsedFolder): Problem[] {
  return files.flatMap(({ source, schema, data }): Problem[] => {
    if (!source) return []
    return listMarked(schema, data, 'counted').flatMap(({ value: slug, path }): Problem[] => {
      const value = facts.get(slug)
      if (value === undefined || /\d/.test(value)) return []
      return [
        problemAt(source, source.rangeOfWord(path, slug), {
          rule: 'fact/no-number',
          message: `the fact "${slug}" has no number that could be counted`,
          found: value,
          help: 'Name a fact with a number, or say this one in a text.',
        }),
      ]
    })
  })
}
