import type { CollectionName, Content } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import { singleFileDefinitions } from '@northshelf/site/collections/single-files.ts'
import type { Entry, RenderedBody } from '@northshelf/site/entries/entry.ts'
import { listInlineNodes, toPlainText } from '@northshelf/site/schema/inline-markdown.ts'
import type { z } from 'zod'
import { listTexts } from '../../content/fields.ts'
import { listBracedNames, listMarkup } from '../../content/literal-markup.ts'
import { listMarkedTexts } from '../../content/schema/walk-schema.ts'
import type { PageProblem } from './problem.ts'
import { parseHtml } from './shown-page.ts'

/** Returns a function that reports whether a page problem is only a mark that the content shows on purpose. */
export function createLiteralMarkTest(content: Content | undefined): (problem: PageProblem) => boolean {
  let marks: ReadonlySet<string> | undefined
  return ({ rule, text }) => {
    if (!content || text === undefined || (rule !== 'shown/braces' && rule !== 'shown/markdown')) return false
    marks ??= listLiteralMarks(content)
    return marks.has(text)
  }
}

/** Lists the names in braces in a text from a page. */
export function listShownBraces(text: string): string[] {
  return listBracedNames(straighten(text)).map((found) => found.text)
}

/** Lists the Markdown in a text from a page. */
export function listShownMarkup(text: string): string[] {
  return listMarkup(straighten(text)).map((found) => found.text)
}

/** Replaces typographic quotes and spaces with those of the content. */
function straighten(text: string): string {
  return text
    .replace(/«\u202F|\u202F»|[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replaceAll('\u00A0', ' ')
}

/**
 * Lists the marks that valid content shows on purpose, such as the braces of `\{name}`. The content checks report all
 * other marks in content, so any other mark on a page comes from a section.
 */
function listLiteralMarks(content: Content): ReadonlySet<string> {
  const { site } = singleFileDefinitions
  const texts = [
    ...listShownTexts(site.schema, content.site),
    ...collections.flatMap(({ name, schema }) =>
      (content[name as CollectionName] as (Entry & Partial<RenderedBody>)[]).flatMap(
        ({ markdown, html, ...fields }) => [
          ...listShownTexts(schema, fields),
          ...(html === undefined ? [] : parseHtml(html).runs),
        ],
      ),
    ),
  ]
  return new Set(texts.flatMap((text) => [...listShownBraces(text), ...listShownMarkup(text)]))
}

/** Lists the texts of all fields as pages show them, except fields with placeholders, which pages replace. */
function listShownTexts(schema: z.ZodType, fields: object): string[] {
  const keysOf = (mark: string) => listMarkedTexts(schema, fields, mark).map(({ path }) => path.join('\n'))
  const replaced = new Set(keysOf('placeholders'))
  const inline = new Set(keysOf('inlineMarkdown'))
  return listTexts(fields).flatMap(({ path, text }) => {
    const key = path.join('\n')
    if (replaced.has(key)) return []
    if (!inline.has(key)) return [text]
    return [toPlainText(text), ...listInlineNodes(text, 'text').map(({ value }) => value)]
  })
}
