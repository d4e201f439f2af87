/** The setting `sources` of site.yaml: what submissions record about where visitors came from; false for nothing. */
export type SourceSettings = { parameters: readonly string[] } | false

/** Parameters of addresses that identify campaigns: of Google Analytics, and the click ids of advertising platforms. */
export const CAMPAIGN_PARAMETERS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'li_fat_id',
  'ttclid',
] as const

/** Maximum length of a transport field with a source, in UTF-16 code units. */
export const MAX_SOURCE_LENGTH = 500

/** Returns the names of the parameters to record; undefined if sources are not recorded at all. */
export function listSourceParameters(settings?: SourceSettings): readonly string[] | undefined {
  return settings === false ? undefined : (settings?.parameters ?? CAMPAIGN_PARAMETERS)
}

/** Returns the path of an address and as many of these parameters as fit, each whole. */
export function shortenAddress({ pathname, searchParams }: URL, parameters: readonly string[]): string {
  let address = pathname
  for (const name of parameters) {
    const value = searchParams.get(name)
    const separator = address === pathname ? '?' : '&'
    const longer = `${address}${separator}${new URLSearchParams({ [name]: value ?? '' })}`
    if (value && longer.length <= MAX_SOURCE_LENGTH) address = longer
  }
  return address
}
