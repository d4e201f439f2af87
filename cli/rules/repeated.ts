import { collections } from '@northshelf/site/collections/list.ts'
import { listReferences, type Reference } from '../content/schema/marked-fields.ts'
import { problemAt, relatedAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** The same entry twice in one list, or one client quoted twice on a page. */
export const repeatedRules = defineRules({
  'ref/repeated': {
    means: 'The same entry stands twice in one list, or one client is quoted twice on one page.',
    matters: 'Visitors read the same words again and wonder what else is filling.',
    bad: 'items:\n  - harbor-coffee\n  - quinn-lamps\n  - harbor-coffee',
    good: 'items:\n  - harbor-coffee\n  - quinn-lamps',
    fix: 'Remove it in one place, or name another.',
  },
}).inFile(({ source, schema, data }) => {
  if (!source) return []
  const seen = new Map<string, Reference>()
  return listReferences(schema, data).flatMap((reference) => {
    const { collection, slug, path } = reference
    const list = path.findLastIndex((step) => typeof step === 'number')
    const namedOnce = collections.find(({ name }) => name === collection)?.namedOnce
    if (slug === '' || (!namedOnce && list !== path.length - 1)) return []
    const key = [collection, slug, ...(namedOnce === 'page' ? [] : path.slice(0, list))].join('\n')
    const first = seen.get(key)
    seen.set(key, first ?? reference)
    if (!first) return []
    return problemAt(source, source.rangeOfWord(path, slug), {
      rule: 'ref/repeated',
      message: `"${slug}" stands here twice`,
      help: 'Name another one, or remove it.',
      related: [relatedAt(source, source.rangeOfWord(first.path, slug), 'the first time')],
    })
  })
})
