import path from 'node:path'
import type { Problem } from '../../diagnostics/problem.ts'
import { parseEntryPath } from '../entry-path.ts'
import { type FrontMatter, splitFrontMatter } from '../front-matter.ts'
import { memoize } from '../memoize.ts'
import { parseFileYaml } from '../parse.ts'
import type { TranslationFile } from '../read.ts'
import { convertIssuesToProblems, flattenUnionIssues } from '../schema/problems.ts'
import type { YamlSource } from '../yaml/source.ts'
import { getTranslationSchema, type TranslationFields } from './translation-schema.ts'

/** A translation file, parsed as far as possible. */
export interface ParsedTranslation {
  file: TranslationFile
  source: YamlSource
  fields: TranslationFields
  /** The Markdown below the fields; undefined for files without Markdown. */
  body: Pick<FrontMatter, 'body'> & { start: number }
}

/** Parses a translation file. Returns no translation if it has errors, because its page must then not be published. */
export const parseTranslation = memoize(
  (file: TranslationFile): { problems: Problem[]; translation?: ParsedTranslation } => {
    const isMarkdown = file.file.endsWith('.md')
    const front = isMarkdown ? splitFrontMatter(file.file, file.text) : { yaml: file.text, start: 0, body: '' }
    if ('rule' in front) return { problems: [front] }
    const { source, problems } = parseFileYaml(file, front.yaml, front.start)
    const schema = getTranslationSchema(parseEntryPath(file.of)?.collection, path.parse(file.of).name)
    const data = source.data ?? {}
    const result = schema.safeParse(data)
    const issues = flattenUnionIssues(result.error?.issues ?? [])
    const all = [...problems, ...convertIssuesToProblems(source, schema, data, issues)]
    if (all.length > 0) return { problems: all }
    const body = { body: front.body, start: file.text.length - front.body.length }
    return { problems: [], translation: { file, source, fields: result.data as TranslationFields, body } }
  },
)
