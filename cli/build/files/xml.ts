import { withoutControls } from '../../content/marks.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes text for XML content and attributes. Replaces characters that XML does not allow with spaces. */
export function xml(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
