import { collections } from '../../src/collections/list.ts'
import { listReferences, type Reference } from '../../src/schema/references.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { problemAt } from '../content/problem-at.ts'
import { oncePer } from './once-per.ts'

/** The same entry twice in one list, or one client quoted twice on a page. */
export function repeated({ files }: ParsedFolder): Problem[] {
  return files.flatMap(inFile)
}

const inFile = oncePer(({ source, schema, data, file }: ParsedFile): Problem[] => {
  if (!source) return []
  const seen = new Map<string, Reference>()
  return listReferences(schema, data).flatMap((reference): Problem[] => {
    const { collection, slug, path } = reference
    const list = path.findLastIndex((step) => typeof step === 'number')
    const namedOnce = collections.find(({ name }) => name === collection)?.namedOnce
    if (slug === '' || (!namedOnce && list !== path.length - 1)) return []
    const key = [collection, slug, ...(namedOnce === 'page' ? [] : path.slice(0, list))].join('\n')
    const first = seen.get(key)
    seen.set(key, first ?? reference)
    if (!first) return []
    const { length: _, ...place } = source.place(source.rangeOfWord(first.path, slug))
    return [
      {
        ...problemAt(source, source.rangeOfWord(path, slug), {
          rule: 'ref/repeated',
          message: `"${slug}" stands here twice`,
          help: 'Name another one, or remove it.',
        }),
        related: [{ file, ...place, message: 'the first time' }],
      },
    ]
  })
})
