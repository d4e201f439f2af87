import { replaceControlCharacters } from '../../content/literal-markup.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes text for XML content and attributes. Replaces characters that XML does not allow with spaces. */
export function escapeXml(text: string): string {
  return replaceControlCharacters(text).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
