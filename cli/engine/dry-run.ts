import { DOCUMENTS_FOLDER } from '../content/document-names.ts'
import { parseEntryPath } from '../content/entry-path.ts'
import { type ContentFolder, IMAGES_FOLDER, isSingleFileName } from '../content/read.ts'
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
  const files = new Map(read.files.map((file) => [file.file, file]))
  const singles = new Map(read.singles)
  const [images, documents] = [new Set(read.images), new Set(read.documents)]
  for (const [file, text] of texts) {
    const name = file.slice(file.indexOf('/') + 1)
    const place = parseEntryPath(file)
    if (text === undefined) {
      files.delete(file)
      singles.delete(name)
      if (name.startsWith(`${IMAGES_FOLDER}/`)) images.delete(name.slice(IMAGES_FOLDER.length + 1))
      if (name.startsWith(`${DOCUMENTS_FOLDER}/`)) documents.delete(name.slice(DOCUMENTS_FOLDER.length + 1))
    } else if (place && 'slug' in place) files.set(file, withText({ ...place, file }, text))
    else if (isSingleFileName(name)) singles.set(name, withText({ file }, text))
  }
  return { ...read, files: [...files.values()], singles, images, documents }
}

function withText<T extends { file: string }>(file: T, text: string): T & TextFile {
  return { ...file, text: splitByteOrderMark(text).text, version: text }
}
