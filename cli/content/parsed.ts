import type { z } from 'zod'
import { type Edit, originOf } from '../diagnostics/edit.ts'
import type { Range } from '../diagnostics/location.ts'
import type { MarkdownFacts } from './markdown/rendered.ts'
import type { Edition } from './publication.ts'
import type { ContentFile } from './read.ts'
import type { TextFile } from './read-text.ts'
import type { Source } from './yaml/source.ts'

/** One content file, as far as it could be understood. Rules look at these, so that one fault hides no other. */
export interface ParsedFile extends TextFile {
  /** Undefined for what stands by itself, such as site.yaml. */
  collection: ContentFile['collection'] | undefined
  folder: string
  slug: string
  schema: z.ZodType
  /** Undefined when the front matter could not be found. */
  source: Source | undefined
  /** With facts in place; undefined when the YAML could not be read. It need not fit the schema. */
  data: unknown
  /** What the schema made of it; undefined when it does not fit. */
  valid: unknown
  /** The markdown under the front matter. */
  body: Body | undefined
}

export interface Body {
  readonly text: string
  /** Offset of the body in the file. */
  start: number
  /** The facts that were put into it. */
  edits: readonly Edit[]
  found: MarkdownFacts
  /** Range in the file of a range in the text with facts in place. */
  range(found: { start: number; end: number }): Range
}

export function createBody(text: () => string, { start, edits, found }: Pick<Body, 'start' | 'edits' | 'found'>): Body {
  return {
    get text() {
      return text()
    },
    ...{ start, edits, found },
    range: (part) => [start + originOf(part.start, edits), start + originOf(part.end, edits)],
  }
}

/** A content folder, read and parsed. */
export interface ParsedFolder {
  files: ParsedFile[]
  facts: ReadonlyMap<string, string>
  /** Names of the files in `images`. */
  images: ReadonlySet<string>
  /** Names of the files in `files`. */
  documents: ReadonlySet<string>
  /** What of them is shown. */
  edition: Edition
}

/** A file that stands by itself, such as `redirects`; undefined where there is none. */
export function findSingle(files: readonly ParsedFile[], name: string): ParsedFile | undefined {
  return files.find(({ collection, slug }) => !collection && slug === name)
}
