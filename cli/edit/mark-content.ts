import type { z } from 'zod'
import type { Entry } from '../../src/collections/collection.ts'
import type { Content } from '../../src/collections/content.ts'
import { collections } from '../../src/collections/list.ts'
import { singles } from '../../src/collections/singles.ts'
import { siteFile } from '../build/pages.ts'
import { listFreeTexts } from '../content/schema-marks.ts'
import { BODY, markText } from './marks.ts'

/**
 * Makes the same content, with marks in every text that visitors read, again and again: entries that are as they were
 * are marked once.
 */
export function createMarker() {
  const known = new Map<string, { entry: Entry; marked: Entry }>()
  return (content: Content): Content =>
    markContent(content, (entry, mark) => {
      const before = known.get(entry.file)
      const marked = before && isSame(before.entry, entry) ? before.marked : mark()
      known.set(entry.file, { entry, marked })
      return marked
    })
}
export type Marker = ReturnType<typeof createMarker>

function markContent(content: Content, once: (entry: Entry, mark: () => Entry) => Entry): Content {
  const root = siteFile(content).split('/')[0]
  const lists = collections.map(({ name, schema, extension }) => {
    const list = content[name as 'pages'] as unknown as Entry[]
    return [
      name,
      list.map((entry) =>
        once(entry, () => {
          const marked = markFields(schema, entry, entry.file)
          if (extension === '.md') marked.html = markText(String(entry.html), { file: entry.file, path: [BODY] })
          return marked as Entry
        }),
      ),
    ]
  })
  const single = (name: 'site' | 'facts') =>
    markFields(singles[name].schema, content[name] as Record<string, unknown>, `${root}/${name}.yaml`)
  return { ...content, ...Object.fromEntries(lists), site: single('site'), facts: single('facts') }
}

function markFields(schema: z.ZodType, value: object, file: string) {
  const copy = structuredClone(value) as Record<string, unknown>
  for (const { path, value: text } of listFreeTexts(schema, value)) {
    const last = path.at(-1) as string
    const holder = path.slice(0, -1).reduce<Record<string, unknown>>((at, key) => at[key] as never, copy)
    holder[last] = markText(text, { file, path })
  }
  return copy
}

/** Whether two have the very same fields. Of a file that was not written, they are. */
function isSame(one: Entry, other: Entry): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
