/** Lists of site.yaml that other files refer to, and the field that holds the name. */
export const namedBySite = { serviceGroups: 'id', locations: 'name' } as const
