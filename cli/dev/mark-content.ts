import type { Collection } from '@northshelf/site/collections/collection.ts'
import type { Content } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import { singleFileDefinitions } from '@northshelf/site/collections/single-files.ts'
import type { Entry } from '@northshelf/site/entries/entry.ts'
import type { z } from 'zod'
import { getSiteFilePath } from '../build/pages.ts'
import { listFreeTexts } from '../content/schema/walk-schema.ts'
import { getTranslationName, parseTranslationName } from '../content/translations/translation-name.ts'
import { valueAt } from '../content/value-at.ts'
import { BODY_PATH_SEGMENT, markText } from './source-marks.ts'

/**
 * Returns a function that adds marks to all visible text in the content. Caches the result for unchanged entries. Marks of
 * a translation contain its file, but the path of the text in the source, because text that is not translated has no other.
 */
export function createTextMarker() {
  const known = new Map<string, { entry: Entry; marked: Entry }>()
  const markEntry = (entry: Entry, file: string, { schema, extension }: Collection): Entry => {
    const before = known.get(file)
    if (before && isSame(before.entry, entry)) return before.marked
    const marked = markFields(schema, entry, file) as Entry
    if (extension === '.md') marked.html = markText(String(entry.html), { file, path: [BODY_PATH_SEGMENT] })
    known.set(file, { entry, marked })
    return marked
  }
  return (content: Content): Content => {
    const root = getSiteFilePath(content).split('/')[0]
    /** @param nameOf returns the file in which the editor changes the texts of a file */
    const markAll = (content: Content, nameOf = (file: string) => file): Content => {
      const lists = collections.map((collection) => {
        const list = content[collection.name as 'pages'] as unknown as Entry[]
        return [collection.name, list.map((entry) => markEntry(entry, nameOf(entry.file), collection))]
      })
      const single = (name: 'site' | 'facts') =>
        markFields(singleFileDefinitions[name].schema, content[name], nameOf(`${root}/${name}.yaml`))
      return { ...content, ...Object.fromEntries(lists), site: single('site'), facts: single('facts') }
    }
    const translations = content.translations.map((translation) =>
      markAll(translation, (file) =>
        parseTranslationName(file) ? file : getTranslationName(file, translation.site.language),
      ),
    )
    return { ...markAll(content), translations }
  }
}
export type TextMarker = ReturnType<typeof createTextMarker>

function markFields(schema: z.ZodType, value: object, file: string) {
  const copy = structuredClone(value) as Record<string, unknown>
  for (const { path, value: text } of listFreeTexts(schema, value)) {
    const holder = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>
    holder[path.at(-1) as string] = markText(text, { file, path })
  }
  return copy
}

/** Reports whether two entries have identical field values, as they do if their file has not changed. */
function isSame(a: Entry, b: Entry): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}
