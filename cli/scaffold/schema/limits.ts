import { collections } from '@northshelf/site/collections/list.ts'
import { referencedSiteParts } from '../../content/site-part-names.ts'
import type { SchemaNode } from './node.ts'

/** Describes the limits of a value, such as `50 to 165 characters`; empty if it has no limits. */
export function describeLimits(node: SchemaNode): string {
  if (node.const !== undefined) return `\`${node.const}\``
  if (node.reference) return `a name from ${describeSource(node.reference)}`
  if (node.image) return 'a file in images'
  if (node.propertyNames?.enum) return `each of ${describeLimits(node.propertyNames)}`
  if (node.enum) return node.enum.map((value) => `\`${value}\``).join(', ')
  if (node.format === 'date') return 'a date such as 2026-03-31'
  if (node.format === 'email') return 'an email address'
  if (node.format === 'uri') return 'an https:// address'
  if (node.patternErrorMessage) return node.patternErrorMessage
  if (node.type === 'array') return range(node.minItems, node.maxItems, 'entries')
  if (node.inlineMarkdown) return `inline Markdown, ${range(undefined, node.inlineMarkdown.max, 'characters')}`
  if (node.type === 'string')
    return range((node.minLength ?? 0) > 1 ? node.minLength : undefined, node.maxLength, 'characters')
  if (node.type === 'integer' || node.type === 'number') {
    if (node.type === 'number' && node.exclusiveMinimum === 0)
      return ['more than 0', range(undefined, node.maximum, '')].filter(Boolean).join(', ')
    const least = node.minimum ?? (node.exclusiveMinimum === 0 ? 1 : undefined)
    return range(least, node.maximum, '') || (node.type === 'integer' ? 'a whole number' : 'a number')
  }
  return node.type === 'boolean' ? '`true` or `false`' : ''
}

/** Describes where the allowed names for a reference are defined. */
function describeSource(reference: string): string {
  if (reference === 'facts') return 'facts.yaml'
  if (referencedSiteParts.includes(reference)) return `\`${reference}\` in site.yaml`
  const { folders = {} } = collections.find(({ name }) => name === reference) ?? {}
  const [folder, ...others] = Object.keys(folders)
  return others.length > 0 ? `${[folder, ...others].join(' or ')}, such as \`${folder}/its-name\`` : `${folder}`
}

function range(least: number | undefined, most: number | undefined, noun: string): string {
  const [from, to] = [least, most].map((limit) => limit?.toLocaleString('en-US'))
  const atLeast = least !== undefined && least > (noun ? 1 : 0) ? `at least ${from}` : ''
  const atMost = least === undefined ? `at most ${to}` : least === most ? `${to}` : `${from} to ${to}`
  const text = most === undefined ? atLeast : atMost
  return text && `${text} ${noun}`.trim()
}
