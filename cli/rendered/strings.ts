/** Every text in a JSON value; of HTML only the words. */
export function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/<\/?[a-z][^>]*>/i).filter((text) => text.trim())
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : []
}
