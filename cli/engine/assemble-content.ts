import { getPagePath } from '@northshelf/site/collections/addresses.ts'
import type { Content } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Entry } from '@northshelf/site/entries/entry.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import { createDayFormatter, createPeriodFormatter } from '@northshelf/site/sections/format-day.ts'
import { listRedirects } from '../content/addresses.ts'
import type { ContentFiles } from '../content/content-files.ts'
import { createDocumentResolver } from '../content/documents.ts'
import { createImageResolver } from '../content/images.ts'
import { labelCallouts } from '../content/markdown/callouts.ts'
import { labelFootnotes } from '../content/markdown/headings.ts'
import type { FileParseResult } from '../content/parse.ts'
import type { ParseCache } from '../content/parse-cache.ts'
import { findSingleFile, type ParsedFolder } from '../content/parsed.ts'
import { isShown } from '../content/publication.ts'
import { applyEdits } from '../diagnostics/edit.ts'
import type { Problem } from '../diagnostics/problem.ts'

/**
 * Assembles the site content from the edition's valid files, with the URLs of their images and downloads. If any file
 * has an error, the content is incomplete and must not be built.
 */
export async function assembleContent(
  files: ContentFiles,
  results: readonly Pick<FileParseResult, 'parsed' | 'rendered'>[],
  { files: parsedFiles, facts, images: imageNames, documents: documentNames, edition }: ParsedFolder,
  cache: ParseCache,
): Promise<{ content: Content | undefined; problems: Problem[] }> {
  const site = findSingleFile(parsedFiles, 'site')?.valid as Site | undefined
  const images = createImageResolver(files, cache)
  const { language, addresses } = site ?? { language: 'en', addresses: {} }
  const documents = createDocumentResolver(files, documentNames, cache, language)
  const lists = new Map(collections.map((collection) => [collection, [] as Entry[]]))
  for (const { parsed, rendered: unlabeled } of results) {
    const { collection, folder, slug, file } = parsed
    if (!collection || !parsed.valid || !isShown(parsed, edition)) continue
    const fields = parsed.valid as Record<string, unknown>
    const page = collection.pages && { folder, path: getPagePath(collection, { ...fields, folder, slug }, addresses) }
    const filled = await images.fillFields(parsed, fields, collection.schema, imageNames)
    const entry: Entry = { ...filled, ...page, slug, file }
    const rendered = unlabeled && site ? labelCallouts(labelFootnotes(unlabeled, site.labels), site.labels) : unlabeled
    const html = rendered && documents.labelLinks(await images.fillHtml(rendered.html, imageNames))
    const { body } = parsed
    const copy = site?.markdownCopies && body && { markdown: applyEdits(body.text, body.edits).trimEnd() }
    lists.get(collection)?.push({ ...entry, ...(rendered && { ...rendered, html }), ...copy })
  }
  const entries = [...lists].map(([{ name, order }, list]) => [name, list.sort(createEntryComparator(order))])
  const assembled = site && {
    ...Object.fromEntries(entries),
    site,
    facts: Object.fromEntries(facts),
    images: images.list(),
    textImages: images.urlsInHtml(),
    documents: documents.list,
    redirects: listRedirects(parsedFiles, site, edition),
    home: '/',
    translations: [],
    translatedPages: new Map(),
    today: edition.today,
    formatDay: createDayFormatter(site.language),
    formatPeriod: createPeriodFormatter(site.language),
  }
  return { content: assembled as Content | undefined, problems: [...images.problems, ...documents.problems] }
}

/** Returns a comparator that orders two entries by the first field in which they differ. */
export function createEntryComparator(fields: readonly string[] = []) {
  const compare = (a: Entry, b: Entry, field: string): number => {
    if (field.startsWith('-')) return compare(b, a, field.slice(1))
    const first = a[field] as string
    const second = b[field] as string
    return first < second ? -1 : Number(first > second)
  }
  return (a: Entry, b: Entry) => fields.reduce((found, field) => found || compare(a, b, field), 0)
}
