/**
 * Parts of site.yaml whose items other files refer to by name. For a list, the value is the field that contains each
 * item's name. For a group, it is undefined, because the group's keys are the names.
 */
const lists: Readonly<Record<string, string | undefined>> = {
  serviceGroups: 'id',
  locations: 'name',
  dialogs: undefined,
}
export const referencedSiteParts: readonly string[] = Object.keys(lists)

/** Lists the names in a part of site.yaml that other files may refer to. The data may not match the schema. */
export function listSitePartNames(site: unknown, part: string): string[] {
  const value = (site as Record<string, unknown> | null | undefined)?.[part]
  if (!Array.isArray(value)) return Object.keys(value ?? {})
  return value.map((item) => String(item?.[lists[part] ?? '']))
}
