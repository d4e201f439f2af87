/** In code anything may stand. No group may be kept, for `split` would list it. */
const TAG = /<(?:code|pre|kbd|samp)\b[\s\S]*?<\/(?:code|pre|kbd|samp)>|<\/?[a-z][^>]*>/i

/** Every text in a JSON value; of HTML only the words, without code. */
export function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return value.split(TAG).filter((text) => text.trim())
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : []
}
