import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { singleFileDefinitions } from '@northshelf/site/collections/single-files.ts'
import { stringify } from 'yaml'
import type { z } from 'zod'
import { exitCodes, Failure } from '../../diagnostics/failure.ts'
import { entryTypes } from '../entry-types.ts'
import { toJsonSchema } from './json-schema.ts'
import type { KnownNames } from './known-names.ts'
import { describeLimits } from './limits.ts'
import {
  findDiscriminator,
  getValueSchema,
  listAllowedValues,
  listVariants,
  resolveReference,
  type SchemaNode,
} from './node.ts'

const SCHEMAS = '.vscode/schemas'
const EXTENSION = 'redhat.vscode-yaml'

/**
 * Returns VS Code settings, and JSON Schemas that list the slugs of existing entries. Paths are relative to `home`, the
 * parent of the content folder.
 */
export function createEditorFiles(home: string, content: string, slugs: KnownNames): { file: string; text: string }[] {
  const schemaOf = (name: string, pattern: string, schema: z.ZodType) => {
    return { name, pattern, schema: toJsonSchema(schema) }
  }
  const schemas = [
    // Include the extension of Markdown files, because a folder may contain both YAML and Markdown files.
    ...[...entryTypes.values()].map(({ folder, collection: { extension, schema } }) =>
      schemaOf(extension === '.yaml' ? folder : folder + extension, `${folder}/*${extension}`, schema),
    ),
    ...Object.entries(singleFileDefinitions).map(([name, { schema }]) => schemaOf(name, `${name}.yaml`, schema)),
  ]
  // The YAML extension ignores Markdown files, so generate snippets for them.
  const snippets = schemas
    .filter(({ pattern }) => pattern.endsWith('.md'))
    .flatMap(({ name, pattern, schema }) => {
      const own = createFieldSnippets(schema, slugs, `**/${content}/${pattern}`)
      return own.map((snippet) => [`${name} ${snippet.prefix}`, snippet])
    })
  const settings = readJson(path.join(home, '.vscode', 'settings.json'))
  const extensions = readJson(path.join(home, '.vscode', 'extensions.json'))
  const recommended = Array.isArray(extensions.recommendations) ? extensions.recommendations : []
  const patterns = schemas.map(({ name, pattern }) => [`${SCHEMAS}/${name}.json`, `${content}/${pattern}`])
  const associations = { ...(settings['yaml.schemas'] as object | undefined), ...Object.fromEntries(patterns) }
  const files: Record<string, object> = {
    ...Object.fromEntries(
      schemas.map(({ name, schema }) => [`${SCHEMAS}/${name}.json`, adaptForEditors(schema, slugs)]),
    ),
    '.vscode/front-matter.code-snippets': Object.fromEntries(snippets),
    '.vscode/settings.json': { ...settings, 'yaml.schemas': associations },
    '.vscode/extensions.json': { ...extensions, recommendations: [...new Set([...recommended, EXTENSION])] },
  }
  return Object.entries(files).map(([file, value]) => ({ file, text: `${JSON.stringify(value, null, 2)}\n` }))
}

/** Reads the existing settings. @throws Failure if the file is not plain JSON */
function readJson(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch {
    throw new Failure(
      `${file} is not plain JSON (it may contain comments), so it was not changed.`,
      exitCodes.cannotRun,
    )
  }
}

const INLINE = 'Supports inline Markdown: [words](/address), **strong**, *emphasis*.'

/** Patterns for text that contains a fact or Markdown marks. Its source may be longer than its visible text. */
const FACT = '[^]*\\{[a-z][a-z0-9-]*\\}[^]*'
const MARK = '[^]*(?:\\]\\(|[*\\\\])[^]*'

/**
 * Adapts a schema for code editors: lists the existing names for references, describes inline Markdown, and allows
 * longer text if it contains facts or marks.
 */
function adaptForEditors(node: SchemaNode, slugs: KnownNames): SchemaNode {
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

/**
 * Returns a VS Code snippet for each field of a Markdown file, including the field's choices:
 * https://code.visualstudio.com/docs/editor/userdefinedsnippets
 * @param include glob that matches the files with these fields
 */
function createFieldSnippets(schema: SchemaNode, slugs: KnownNames, include: string) {
  const root = adaptForEditors(schema, slugs)
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const required = schema.required?.includes(name) ? 'required' : ''
    const limits = describeLimits(resolveReference(field, schema)).replaceAll('`', '')
    const about = [required, limits].filter(Boolean).join('; ')
    let stops = 0
    const stop = (text: (number: number) => string) => {
      stops += 1
      return text(stops)
    }
    return {
      scope: 'markdown',
      include: [include],
      prefix: name,
      body: `${name}:${restOf(root.properties?.[name] ?? {}, { root, indent: '', stop })}$0`,
      description: [field.description, about && `(${about})`].filter(Boolean).join(' '),
    }
  })
}

interface Context {
  root: SchemaNode
  indent: string
  /** Inserts a tab stop with the next number. */
  stop(text: (number: number) => string): string
}

/** Returns the text after a field's colon. For a group, includes only its required fields. */
function restOf(field: SchemaNode, { root, indent, stop }: Context): string {
  const node = resolveReference(field, root)
  const inner = `${indent}  `
  const context = { root, indent: inner, stop }
  const line = (name: string, value: SchemaNode) => `\n${inner}${name}:${restOf(value, context)}`
  if (node.type === 'array') return `\n${inner}- ${choose(resolveReference(node.items ?? {}, root), stop)}`
  const each = getValueSchema(node)
  const name = (number: number) => `\${${number}:name}`
  if (each) return line(stop(name), each)
  const options = listVariants(node, root)
  const decides = findDiscriminator(options)
  if (decides)
    return line(decides, { enum: options.flatMap((option) => listAllowedValues(option.properties?.[decides])) })
  if (!node.properties) return ` ${choose(node, stop)}`
  return (node.required ?? []).map((name) => line(name, node.properties?.[name] ?? {})).join('')
}

function choose(node: SchemaNode, stop: Context['stop']): string {
  const choices = node.type === 'boolean' ? [true, false] : listAllowedValues(node)
  const shown = choices.map((choice) =>
    stringify(choice)
      .trim()
      .replace(/[\\,|]/g, '\\$&'),
  )
  if (shown.length > 0) return stop((number) => `\${${number}|${shown.join(',')}|}`)
  const day = ['YEAR', 'MONTH', 'DATE'].map((part) => `\${CURRENT_${part}}`).join('-')
  return stop((number) => (node.format === 'date' ? `\${${number}:${day}}` : `$${number}`))
}
