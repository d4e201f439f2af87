import { type Document, visit } from 'yaml'
import type { Explanations } from '../../diagnostics/explanation.ts'
import type { YamlMistake } from './repairs.ts'

/** Maximum nesting level. Real content needs less than half; deeper data contains a circular alias or is malicious. */
const LEVELS = 40

/** Returns the data of a document as far as it could be parsed, or the mistake that prevents parsing. */
export function extractDocumentData(document: Document): { value?: unknown; mistake?: YamlMistake } {
  try {
    const value = document.contents ? document.toJS() : undefined
    return isDeep(value, LEVELS) ? { mistake: tooDeep(document) } : { value }
  } catch (error) {
    // Skip unresolved aliases, because `listDiscardedText` reports them.
    return /^Unresolved alias/.test((error as Error).message) ? {} : { mistake: tooDeep(document) }
  }
}

function tooDeep(document: Document): YamlMistake {
  let start = 0
  visit(document, {
    Alias(_, { range }) {
      start = range?.[0] ?? 0
      return visit.BREAK
    },
  })
  const message = 'groups, lists or aliases (*name) are nested too deeply here'
  const help = 'Write out the values where they are needed.'
  return { rule: 'yaml/too-deep', range: [start, start + 1], message, help, repairs: [] }
}

function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeep(inner, levels - 1))
}

export const yamlNestingRules: Explanations = {
  'yaml/too-deep': {
    means: 'Groups, lists or aliases are nested too deeply.',
    matters: 'The file cannot be read, so none of it can be shown.',
    bad: 'items: &all [*all]',
    good: 'items: [one, two]',
    fix: 'Write out the values where they are needed. An alias must not refer to a value that contains it.',
  },
}
