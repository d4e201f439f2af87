import { getReferenceName } from '@northshelf/site/collections/addresses.ts'
import { parse } from 'yaml'
import { readContentFolder } from '../../content/read.ts'
import { listSitePartNames, referencedSiteParts } from '../../content/site-part-names.ts'
import type { SchemaNode } from './node.ts'

/** All names that content can refer to, even if the content has errors. */
export interface KnownNames {
  of(collection: string): string[]
  images: string[]
}

export function readKnownNames(folder: string): KnownNames {
  const { files, singles, images } = readContentFolder(folder)
  const known = new Map<string, string[]>()
  const add = (collection: string, slug: string) => known.set(collection, [...(known.get(collection) ?? []), slug])
  for (const file of files) add(file.collection.name, getReferenceName(file.collection, file))
  const facts = read(singles.get('facts.yaml')?.text)
  for (const name of Object.keys(facts)) add('facts', name)
  const site = read(singles.get('site.yaml')?.text)
  for (const part of referencedSiteParts) for (const name of listSitePartNames(site, part)) add(part, name)
  return { of: (collection) => known.get(collection) ?? [], images: [...images] }
}

/** Parses a file; returns an empty object if it has syntax errors. */
function read(text: string | undefined): Record<string, unknown> {
  try {
    const data: unknown = parse(text ?? '')
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const INLINE = 'Supports inline markdown: [words](/address), **strong**, *emphasis*.'

/** Patterns for text that contains a fact or Markdown marks. Its source may be longer than its visible text. */
const FACT = '[^]*\\{[a-z][a-z0-9-]*\\}[^]*'
const MARK = '[^]*(?:\\]\\(|[*\\\\])[^]*'

/**
 * Adapts a schema for code editors: lists the existing names for references, describes inline Markdown, and allows
 * longer text if it contains facts or marks.
 */
export function adaptForEditors(node: SchemaNode, slugs: KnownNames): SchemaNode {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, walk(child)])) as SchemaNode
    const names = copy.reference ? slugs.of(copy.reference) : copy.image === true ? slugs.images : []
    if (names.length > 0) return { ...copy, enum: names }
    const { inlineMarkdown, maxLength = inlineMarkdown?.max, ...rest } = copy
    if (typeof maxLength !== 'number' || copy.pattern) return copy
    return {
      ...rest,
      ...(inlineMarkdown && { description: `${rest.description ?? 'Text'}. ${INLINE}` }),
      pattern: `^(?:[^]{0,${maxLength}}|${inlineMarkdown ? `${FACT}|${MARK}` : FACT})$`,
      patternErrorMessage: `at most ${maxLength} characters`,
    }
  }
  return walk(node) as SchemaNode
}
