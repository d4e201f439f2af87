import { collections } from '@northshelf/site/collections/list.ts'
import { singleFileDefinitions } from '@northshelf/site/collections/single-files.ts'
import { z } from 'zod'
import { ChangeSetName } from '../editor/changes/change-set.ts'
import { createContentStore } from '../editor/files/content-store.ts'
import { getFileType, getTypeSchema, readEntry } from '../editor/files/entry.ts'
import { HttpError } from '../editor/files/http-errors.ts'
import { loadContent } from '../engine/load.ts'
import { describeItemUsage } from '../refactor/item-usage.ts'
import { listItems } from '../refactor/list-items.ts'
import { readContentIndex } from '../refactor/read-items.ts'
import { cutText, describeProblem, MAX_TEXT, sizeOf } from './answer.ts'
import { defineTool, offset } from './tool.ts'

/** Size in bytes from which a definition is left out of a schema. */
const MAX_DEFINITION = 10_000

export const readTools = [
  defineTool({
    name: 'list',
    title: 'List content',
    readOnly: true,
    description:
      'Lists entries, facts, pictures and downloads with their file, title, address, state, languages and number of uses. Without a collection, also lists the proposed changes.',
    input: z.strictObject({
      collection: z.string().optional().describe('Such as services, blog, pages, testimonials, facts, images or files'),
      limit: z.int().min(1).optional().describe('Maximum number of items'),
      offset,
    }),
    async run({ collection, limit, offset }, { folder, cache, changes }) {
      const index = await readContentIndex(folder, { cache })
      const { today } = index.parsed.edition
      const items = listItems(index, { collection, unused: false, today })
      const shown = items.slice(0, limit && offset + limit)
      return { today, total: items.length, items: shown, ...(collection === undefined && { changes: changes.list() }) }
    },
  }),
  defineTool({
    name: 'where',
    title: 'Find uses',
    readOnly: true,
    description:
      'Lists where an entry, a fact, a picture, a download or a translated text is used, and the pages that show it.',
    input: z.strictObject({ name: z.string().describe('Name, address or file, such as services/amazon-seo'), offset }),
    run: async ({ name }, { folder, cache }) => describeItemUsage(await readContentIndex(folder, { cache }), name),
  }),
  defineTool({
    name: 'read',
    title: 'Read a file',
    readOnly: true,
    description:
      'Reads a content file: its kind (for the tool schema), the fields with facts in braces, the Markdown body, and the text with comments.',
    input: z.strictObject({ file: z.string().describe('Path such as content/blog/new-oven.md'), offset }),
    run({ file, offset }, { folder }) {
      const { name: kind } = getFileType(file)
      const bytes = createContentStore(folder).read(file)
      if (!bytes) throw new HttpError(`There is no file ${file}. The tool list shows all files.`, 404)
      const whole = bytes.toString('utf8')
      const text = cutText(whole.slice(offset), MAX_TEXT)
      const end = offset + text.length
      return {
        file,
        kind,
        ...(offset === 0 && readParts(file, bytes)),
        text,
        length: whole.length,
        ...(end < whole.length && {
          leftOut: `The text continues. To read on, call this tool again with offset: ${end}.`,
        }),
      }
    },
  }),
  defineTool({
    name: 'schema',
    title: 'Describe fields',
    readOnly: true,
    description:
      'Returns the JSON Schema of a kind of file, or one of its definitions. Without a kind, lists the kinds with their files.',
    input: z.strictObject({
      kind: z.string().optional().describe('Such as pages or site'),
      definition: z.string().optional().describe('Name of a definition, such as section or field'),
    }),
    run({ kind, definition }) {
      if (kind === undefined) return { kinds: listKinds() }
      const { definitions = {}, ...schema } = getTypeSchema(kind)
      if (definition !== undefined && !Object.hasOwn(definitions, definition))
        throw new HttpError(
          `There is no definition "${definition}". There are: ${Object.keys(definitions).join(', ')}.`,
        )
      if (definition !== undefined) return { kind, definition, schema: definitions[definition] }
      const large = Object.keys(definitions).filter((name) => sizeOf(definitions[name]) > MAX_DEFINITION)
      const small = Object.fromEntries(Object.entries(definitions).filter(([name]) => !large.includes(name)))
      const leftOut = `Large definitions: ${large.join(', ')}. To read one, call this tool again with definition.`
      return { kind, schema: { ...schema, definitions: small }, ...(large.length > 0 && { leftOut }) }
    },
  }),
  defineTool({
    name: 'check',
    title: 'Check the content',
    readOnly: true,
    description:
      'Lists all problems in the content, or those that proposed changes would leave, with positions and help. Errors prevent publishing.',
    input: z.strictObject({ changes: ChangeSetName.optional().describe('Name of proposed changes'), offset }),
    async run({ changes: name }, { folder, cache, changes }) {
      if (name !== undefined) {
        const { failures, problems, after } = await changes.dryRun(name)
        return { failures, newProblems: problems.map(describeProblem), problems: after.problems.map(describeProblem) }
      }
      const { problems, texts } = await loadContent(folder, { cache })
      return {
        problems: problems.map((problem) => {
          const text = texts.get(problem.file) ?? ''
          const fix = problem.fix?.edits.map(({ start, end, text: to }) => ({ from: text.slice(start, end), to }))
          return { ...describeProblem(problem), fix }
        }),
      }
    },
  }),
]

/** Returns the fields and the body, or the reason why there are none. */
function readParts(file: string, bytes: Buffer): object {
  try {
    const { fields, body } = readEntry(file, bytes)
    const parts = { fields, ...(body !== undefined && { body }) }
    return sizeOf(parts) > MAX_TEXT ? { problem: 'The file is too large to return its fields separately.' } : parts
  } catch (error) {
    if (error instanceof HttpError) return { problem: error.message }
    throw error
  }
}

function listKinds(): { kind: string; files: string[] }[] {
  return [
    ...collections.map(({ name, folders, extension }) => {
      return { kind: name, files: Object.keys(folders).map((folder) => `${folder}/<name>${extension}`) }
    }),
    ...Object.keys(singleFileDefinitions).map((name) => ({ kind: name, files: [`${name}.yaml`] })),
  ]
}
