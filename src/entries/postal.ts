import { z } from 'zod'
import { line } from '../schema/text.ts'

const country = z.string().regex(/^[A-Z]{2}$/, 'a two-letter ISO country code, such as US')

/** Postal address, for visitors and search engines. https://schema.org/PostalAddress */
export const postal = z.strictObject({
  street: line.optional().describe('Street and number'),
  postcode: line.max(12).meta({ languageNeutral: true }).optional().describe('Postal code, in quotes'),
  locality: line.describe('Town'),
  region: line.meta({ languageNeutral: true }).optional().describe('State or region, if the address has one'),
  country: country.describe('Country').meta({ examples: ['US'], code: 'country' }),
})
export type PostalAddress = z.infer<typeof postal>

export const location = z.strictObject({
  name: line.max(40).describe('Name that jobs use to refer to the location, such as Hamburg or Remote'),
  remote: z.boolean().default(false).describe('Whether remote work is possible'),
  country: country
    .optional()
    .describe('Country in which remote employees may live; by default, that of the office or of the company')
    .meta({ examples: ['US'], code: 'country' }),
  office: postal.optional().describe('Address of the office, if there is one'),
})

/** Returns the lines of an address without its country: street and town. */
export function formatPostalAddress({ street, postcode, locality, region }: PostalAddress): string[] {
  const town = region ? `${locality}, ${region} ${postcode ?? ''}` : `${postcode ?? ''} ${locality}`
  return [...(street ? [street] : []), town.trim()]
}
