import { collections } from '@northshelf/site/collections/list.ts'
import { listReferences } from '../content/schema/marked-fields.ts'
import { createProblemAt, createRelatedLocation } from '../diagnostics/problem.ts'
import { findDuplicates } from './helpers/find-duplicates.ts'
import { defineRules } from './rule.ts'

/** Finds entries that are referenced twice in a list, or twice on a page where they may appear only once. */
export const repeatedEntryRules = defineRules({
  'ref/repeated': {
    means: 'A list contains the same entry twice, or a page quotes the same client twice.',
    matters: 'Repetition makes the rest of the page look like filler.',
    bad: 'items:\n  - harbor-coffee\n  - quinn-lamps\n  - harbor-coffee',
    good: 'items:\n  - harbor-coffee\n  - quinn-lamps',
    fix: 'Remove one of them, or use another entry.',
  },
}).inFile(({ source, schema, data }) => {
  if (!source) return []
  const references = listReferences(schema, data).flatMap(({ collection, slug, path }) => {
    const list = path.findLastIndex((step) => typeof step === 'number')
    const namedOnce = collections.find(({ name }) => name === collection)?.referencedOnce
    if (slug === '' || (!namedOnce && list !== path.length - 1)) return []
    const scope = namedOnce === 'page' ? [] : path.slice(0, list)
    return { key: [collection, slug, ...scope].join('\n'), slug, range: source.rangeOfWord(path, slug) }
  })
  return findDuplicates(references, ({ key }) => key).map(([{ slug, range }, first]) =>
    createProblemAt(source, range, {
      rule: 'ref/repeated',
      message: `"${slug}" is used twice`,
      help: 'Remove it, or use another entry.',
      related: [createRelatedLocation(source, first.range, 'first used here')],
    }),
  )
})
