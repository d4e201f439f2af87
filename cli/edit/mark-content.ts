import type { z } from 'zod'
import type { Entry } from '../../src/collections/collection.ts'
import type { Content } from '../../src/collections/content.ts'
import { collections } from '../../src/collections/list.ts'
import { singles } from '../../src/collections/singles.ts'
import { siteFile } from '../build/pages.ts'
import { listFreeTexts } from '../content/schema-marks.ts'
import { BODY, markText } from './marks.ts'

/** The same content, with marks in every text that visitors read. */
export function markContent(content: Content): Content {
  const root = siteFile(content).split('/')[0]
  const lists = collections.map(({ name, schema, extension }) => {
    const list = content[name as 'pages'] as unknown as Entry[]
    return [
      name,
      list.map((entry) => {
        const marked = markFields(schema, entry, entry.file)
        if (extension === '.md') marked.html = markText(String(entry.html), { file: entry.file, path: [BODY] })
        return marked
      }),
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
