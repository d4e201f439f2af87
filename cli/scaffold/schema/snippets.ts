import { stringify } from 'yaml'
import { adaptForEditors, type KnownNames } from './known-names.ts'
import { describeLimits } from './limits.ts'
import {
  findDiscriminator,
  getValueSchema,
  listAllowedValues,
  listVariants,
  resolveReference,
  type SchemaNode,
} from './node.ts'

/** A VS Code snippet: https://code.visualstudio.com/docs/editor/userdefinedsnippets */
interface Snippet {
  scope: string
  include: string[]
  prefix: string
  body: string
  description: string
}

/**
 * Returns a snippet for each field of a Markdown file, including the field's choices.
 * @param include glob that matches the files with these fields
 */
export function createFieldSnippets(schema: SchemaNode, slugs: KnownNames, include: string): Snippet[] {
  const root = adaptForEditors(schema, slugs)
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const required = schema.required?.includes(name) ? 'required' : ''
    const about = [required, describeLimits(resolveReference(field, schema)).replaceAll('`', '')]
      .filter(Boolean)
      .join('; ')
    let stops = 0
    const stop = (text: (number: number) => string) => {
      stops += 1
      return text(stops)
    }
    return {
      ...{ scope: 'markdown', include: [include], prefix: name },
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
