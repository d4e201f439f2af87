const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text that can stand in XML content and attributes. */
export function xml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
