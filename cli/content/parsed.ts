import type { z } from 'zod'
import { type Edit, toOriginalOffset } from '../diagnostics/edit.ts'
import type { Range } from '../diagnostics/location.ts'
import type { TextFile } from './decode-text.ts'
import type { MarkdownAnalysis } from './markdown/analysis.ts'
import type { Edition } from './publication.ts'
import type { ContentFile, ContentFolder } from './read.ts'
import type { YamlSource } from './yaml/source.ts'

/** A content file, parsed as far as possible. Rules check even files with errors, so that no error hides others. */
export interface ParsedFile extends TextFile {
  /** The entry's collection; undefined for files outside the collections, such as site.yaml. */
  collection: ContentFile['collection'] | undefined
  folder: string
  slug: string
  schema: z.ZodType
  /** The parsed YAML; undefined if the front matter is missing. */
  source: YamlSource | undefined
  /** Data with facts filled in. It may not match the schema. Undefined if the YAML is invalid. */
  data: unknown
  /** Output of the schema; undefined if the data is invalid. */
  valid: unknown
  /** The Markdown after the front matter. */
  body: MarkdownBody | undefined
}

export interface MarkdownBody {
  readonly text: string
  /** Offset of the body in the file. */
  start: number
  /** The edits that filled in the body's facts. */
  edits: readonly Edit[]
  analysis: MarkdownAnalysis
  /** Converts a range in the text with facts filled in to a range in the file. */
  range(part: { start: number; end: number }): Range
  /** Lists the ranges of code in the file. */
  code(): Range[]
}

export function createMarkdownBody(
  text: () => string,
  { start, edits, analysis }: Pick<MarkdownBody, 'start' | 'edits' | 'analysis'>,
): MarkdownBody {
  const range = (part: { start: number; end: number }): Range => [
    start + toOriginalOffset(part.start, edits),
    start + toOriginalOffset(part.end, edits),
  ]
  return {
    get text() {
      return text()
    },
    start,
    edits,
    analysis,
    range,
    code: () => analysis.code.map(([start, end]) => range({ start, end })),
  }
}

export interface ParsedFolder extends Pick<ContentFolder, 'images' | 'documents' | 'translations'> {
  files: ParsedFile[]
  facts: ReadonlyMap<string, string>
  /** Determines which entries are shown. */
  edition: Edition
  /** The pages in further languages, with the file of the source, even if they are not published yet. */
  translatedPages: readonly { path: string; file: ParsedFile; anchors: undefined }[]
}

/** Returns a file outside the collections, such as `redirects.yaml`; undefined if it does not exist. */
export function findSingleFile(files: readonly ParsedFile[], name: string): ParsedFile | undefined {
  return files.find(({ collection, slug }) => !collection && slug === name)
}
