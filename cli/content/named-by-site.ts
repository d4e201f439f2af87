/** What site.yaml has that other files refer to: lists, with the field that holds the name, and groups with names of their own. */
const lists: Readonly<Record<string, string | undefined>> = {
  serviceGroups: 'id',
  locations: 'name',
  dialogs: undefined,
}
export const namedBySite: readonly string[] = Object.keys(lists)

/** The names under which other files refer to a part of site.yaml, whose data need not fit its schema. */
export function listNames(site: unknown, part: string): string[] {
  const value = (site as Record<string, unknown> | null | undefined)?.[part]
  if (!Array.isArray(value)) return Object.keys(value ?? {})
  return value.map((item) => String(item?.[lists[part] ?? '']))
}
