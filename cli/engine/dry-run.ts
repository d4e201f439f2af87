import { DOCUMENTS_FOLDER } from '../content/document-names.ts'
import { parseEntryPath } from '../content/entry-path.ts'
import { type ContentFile, type ContentFolder, IMAGES_FOLDER, isSingleFileName } from '../content/read.ts'
import { splitByteOrderMark, type TextFile } from '../content/read-text.ts'
import { type ValidateOptions, type ValidationResult, validateContent } from './validate.ts'

/** New text by file name; undefined removes the file, which may be an image or a document. */
type NewTexts = ReadonlyMap<string, string | undefined>

/** Validates the folder with new text for some files, without writing or caching anything. */
export type DryRun = (texts: NewTexts) => Promise<ValidationResult>

export function createDryRun(
  folder: string,
  read: ContentFolder,
  { cache, edition }: Pick<ValidateOptions, 'cache' | 'edition'>,
): DryRun {
  return (texts) => validateContent(folder, withTexts(read, texts), { cache: cache.branch(), edition })
}

/** Returns a copy of the folder with new text for some files. */
function withTexts(read: ContentFolder, texts: NewTexts): ContentFolder {
  const changed = <T extends TextFile>(file: T): T[] => {
    const text = texts.get(file.file)
    if (text !== undefined) return [withText(file, text)]
    return texts.has(file.file) ? [] : [file]
  }
  const singles = new Map(
    [...read.singles].flatMap(([name, file]) => changed(file).map((single) => [name, single] as const)),
  )
  const existing = new Set([...read.files, ...read.singles.values()].map(({ file }) => file))
  const added: ContentFile[] = []
  const removed = new Set<string>()
  for (const [file, text] of texts) {
    const name = file.slice(file.indexOf('/') + 1)
    if (text === undefined) removed.add(name)
    if (text === undefined || existing.has(file)) continue
    const place = parseEntryPath(file)
    if (place && 'slug' in place) added.push(withText({ ...place, file }, text))
    else if (isSingleFileName(name)) singles.set(name, withText({ file }, text))
  }
  const withoutRemoved = (folder: string, names: Set<string>) =>
    new Set([...names].filter((name) => !removed.has(`${folder}/${name}`)))
  const files = [...read.files.flatMap(changed), ...added]
  const images = withoutRemoved(IMAGES_FOLDER, read.images)
  const documents = withoutRemoved(DOCUMENTS_FOLDER, read.documents)
  return { ...read, files, singles, images, documents }
}

function withText<T extends { file: string }>(file: T, text: string): T & TextFile {
  return { ...file, text: splitByteOrderMark(text).text, version: text }
}
