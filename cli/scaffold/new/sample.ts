import type { KnownNames } from '../schema/known-names.ts'
import type { SchemaNode } from '../schema/node.ts'

export interface SampleOptions {
  /** Today's date, such as `2026-03-31`. */
  today: string
  slugs: KnownNames
  /** A suffix that distinguishes the entries of a list. */
  letter?: string
}

/** Returns a valid sample value: an existing name, the first choice, or text that starts with TODO. */
export function createSampleValue(name: string, node: SchemaNode, options: SampleOptions): unknown {
  const { slugs, today, letter = '' } = options
  if (node.const !== undefined) return node.const
  if (node.reference) return slugs.of(node.reference)[0] ?? 'todo'
  if (node.image && slugs.images[0] !== undefined) return slugs.images[0]
  if (node.code === 'country' && slugs.country) return slugs.country
  const [choice] = node.enum ?? node.examples ?? []
  if (choice !== undefined) return choice
  if (node.format === 'date') return today
  if (node.type === 'integer' || node.type === 'number') return node.default ?? node.minimum ?? 1
  if (node.type === 'boolean') return node.default ?? false
  const what = (node.description ?? name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`))
    .replace(/(?:[;:(]|,? such as ).*/s, '')
    .replace(/^./, (first) => first.toLowerCase())
  const pattern = new RegExp(node.pattern ?? '', 'u')
  const { minLength = 0, maxLength = 1000 } = node
  const candidates = [`TODO ${what}`, 'TODO', 'todo', 'T', '/', 'https://example.com', 'hello@example.com']
  const fitting = candidates
    .map((text) => fitToLimits(text, minLength, maxLength - letter.length))
    .find((text) => pattern.test(text) && (!node.format || node.format === formatOf(text)))
  if (fitting === undefined) throw new Error(`no sample value for "${name}": add an example to its schema`)
  return fitting + letter
}

function formatOf(text: string): string | undefined {
  return text.includes('@') ? 'email' : text.startsWith('https:') ? 'uri' : undefined
}

/** Shortens a string at a word boundary, or extends it, to fit the limits. */
function fitToLimits(text: string, least: number, most: number): string {
  let result = text
  while (result.length > most && result.includes(' ')) result = result.slice(0, result.lastIndexOf(' '))
  // Remove a clause that was cut off.
  if (result !== text) result = result.replace(/,[^,]*$/, '')
  while (result.startsWith('TODO') && result.length < least) result += ', and a little more'
  return result.replace(/[,;:]$/, '')
}
