import { listAddresses } from '../addresses.ts'
import type { ParsedFile, ParsedFolder } from '../parsed.ts'
import type { TranslationFile } from '../read.ts'
import { findFolderAddresses } from '../site-settings.ts'
import { createLocalAddresses } from './localize-content.ts'
import { parseTranslation } from './parse-translation.ts'

/** Lists the pages in further languages, even unpublished ones, so that links to them do not count as dead. */
export function listTranslatedPages(
  files: readonly ParsedFile[],
  translations: readonly TranslationFile[],
): ParsedFolder['translatedPages'] {
  const byFile = new Map(files.map((file) => [file.file, file]))
  const parsed = translations.flatMap((translation) => {
    const source = byFile.get(translation.of)
    return source ? [{ source, language: translation.language, ...parseTranslation(translation) }] : []
  })
  const pages = new Map(listAddresses(files).map((address) => [address.file, address]))
  return [...new Set(parsed.map(({ language }) => language))].flatMap((language) => {
    const own = parsed.filter((other) => other.language === language)
    const site = own.find(({ source }) => !source.collection && source.slug === 'site')
    const { findPath } = createLocalAddresses(language, findFolderAddresses(files), site?.translation?.fields.addresses)
    return own.flatMap(({ source: file, translation }) => {
      const page = pages.get(file)
      if (!page || !file.collection) return []
      const fields = { ...(file.data as object), folder: file.folder, slug: file.slug, path: page.path }
      return [{ path: findPath(file.collection, fields, translation?.fields), file, anchors: undefined }]
    })
  })
}
