import { type Assessment, type AssessOptions, assess } from './assess.ts'
import type { Markdown } from './markdown.ts'
import { placeEntry } from './place.ts'
import type { ContentFile, ContentFolder } from './read.ts'
import { splitMark, type TextFile } from './read-text.ts'

/** Texts by file; undefined is one that is not there any more. */
type NewTexts = ReadonlyMap<string, string | undefined>

/** What the folder would come to with other texts in some of its files, of which nothing is kept. */
export type Attempt = (texts: NewTexts) => Promise<Assessment>

export function createAttempt(
  folder: string,
  read: ContentFolder,
  markdown: Markdown,
  { memory, edition }: Pick<AssessOptions, 'memory' | 'edition'>,
): Attempt {
  return (texts) => assess(folder, withTexts(read, texts), markdown, { memory: memory.branch(), edition })
}

/** The same folder with other texts in some of its files. */
function withTexts(read: ContentFolder, texts: NewTexts): ContentFolder {
  const changed = <T extends TextFile>(file: T): T[] => {
    const text = texts.get(file.file)
    if (text !== undefined) return [{ ...file, text: splitMark(text).text, version: text }]
    return texts.has(file.file) ? [] : [file]
  }
  const singles = new Map([...read.singles].flatMap(([name, file]) => changed(file).map((one) => [name, one] as const)))
  const known = new Set([...read.files, ...read.singles.values()].map(({ file }) => file))
  const added = [...texts].flatMap(([file, text]): ContentFile[] => {
    const place = text === undefined || known.has(file) ? undefined : placeEntry(file)
    return place && 'slug' in place && text !== undefined ? [{ ...place, file, text, version: text }] : []
  })
  return { ...read, files: [...read.files.flatMap(changed), ...added], singles }
}
