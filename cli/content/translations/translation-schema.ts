import { getPathField } from '@northshelf/site/collections/addresses.ts'
import type { Collection } from '@northshelf/site/collections/collection.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import { folderAddress } from '@northshelf/site/entries/site.ts'
import { sitePath, slug } from '@northshelf/site/schema/text.ts'
import { z } from 'zod'
import { memoize } from '../memoize.ts'

const texts = z
  .array(
    z.strictObject({
      from: z.string().describe('The text in the source, exactly as it is there'),
      to: z.string().default('').describe('The same text in this language; empty: not translated yet'),
    }),
  )
  .default([])
  .describe('The texts of the file, each with its translation')

const pathOption = sitePath.describe('Address of the page in this language, such as /ueber-uns')
const slugOption = slug.describe('Last part of the address in this language')
const fallback = z
  .literal('source')
  .describe('source: publish the page even if texts are missing; it then shows them in the language of the source')
const body = z.string().describe('Fingerprint of the Markdown that was translated; `site translate` writes it')
const folders = collections.flatMap((collection) => (collection.pages ? Object.keys(collection.folders) : []))
const addresses = z
  .partialRecord(z.enum(folders), z.string().regex(folderAddress, 'a path such as /neues, without a trailing slash'))
  .describe('Addresses of folders in this language, such as `blog: /neues`')

/** Fields of a translation file. The type has all fields; the schema of a file, only those that it supports. */
export type TranslationFields = z.infer<typeof allFields>
const allFields = z.strictObject({
  path: pathOption.optional(),
  slug: slugOption.optional(),
  fallback: fallback.optional(),
  body: body.optional(),
  addresses: addresses.optional(),
  texts,
})

const siteFields = allFields.pick({ addresses: true, texts: true }).strict()
const textFields = allFields.pick({ texts: true }).strict()

const createEntryFields = memoize((collection: Collection): z.ZodType => {
  const address = getPathField(collection) ? ({ path: true } as const) : ({ slug: true } as const)
  const page = collection.pages ? { ...address, fallback: true as const } : {}
  const markdown = collection.extension === '.md' ? { body: true as const } : {}
  return allFields.pick({ ...page, ...markdown, texts: true }).strict()
})

/** Returns the schema of a file's translation. @param name name of a file outside the collections */
export function getTranslationSchema(collection: Collection | undefined, name: string): z.ZodType {
  if (collection) return createEntryFields(collection)
  return name === 'site' ? siteFields : textFields
}
