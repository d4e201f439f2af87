import { withoutControls } from '../../content/marks.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text that can stand in XML content and attributes. Characters that XML forbids become spaces, lest one breaks all. */
export function xml(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
