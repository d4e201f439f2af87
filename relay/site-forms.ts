import { readFileSync } from 'node:fs'
import { type Contract, contractSchema } from '@northshelf/site/forms/contract.ts'
import { z } from 'zod'
import { ConfigError } from './settings.ts'

const shape = z.object({ d: z.string(), tone: z.enum(['ink', 'accent', 'outline']) })

/** The site and its forms by form type, in one language. */
const languageForms = z.object({
  site: z.object({
    name: z.string().min(1),
    logo: z.string().min(1),
    mark: z.object({ size: z.number(), shapes: z.array(shape) }),
    accent: z.string().optional(),
    email: z.email(),
    url: z.url({ protocol: /^https?$/ }),
    /** Address of the relay, if it differs from the site's. */
    relay: z.url({ protocol: /^https?$/ }).optional(),
    // Older builds do not write the fields below.
    port: z.int().min(1).max(65_535).optional(),
    language: z.string().default('en-US'),
    timeZone: z.string().optional(),
    look: z.enum(['plain', 'shelf', 'neutral']).default('plain'),
    count: z.boolean().optional(),
    labels: z.object({ optional: z.string(), problems: z.string(), leaveEmpty: z.string() }).optional(),
    style: z.string().optional(),
    sources: z.union([z.literal(false), z.object({ parameters: z.array(z.string()) })]).optional(),
  }),
  forms: z
    .record(z.string(), contractSchema)
    .refine((forms) => Object.keys(forms).length > 0, 'needs at least one form'),
  /** Values of positions that choose the recipients of emails, by name. */
  given: z.record(z.string(), z.array(z.string())).optional(),
})
/** Data that the site build passes to the relay. Builds of sites in one language write no `translations`. */
const formBook = languageForms.extend({ translations: z.record(z.string(), languageForms).optional() })
export type SiteForms = z.infer<typeof formBook>

/**
 * Returns the site and its forms in the language of a page.
 * @param language value from a request or an envelope; the language of the source if it is missing or unknown
 */
export function chooseFormLanguage(forms: SiteForms, language: unknown): SiteForms {
  const { translations = {} } = forms
  const own = typeof language === 'string' && Object.hasOwn(translations, language) ? translations[language] : undefined
  return own ? { ...own, translations } : forms
}

/**
 * Finds a submission's contract. `send-form-submission` requests contain the contract's `formType`. Applications are
 * recognized by field names that only one contract has (`jobTitle` or `job_title`).
 */
export function identifyForm(
  { forms }: Pick<SiteForms, 'forms'>,
  endpoint: string,
  textOf: (name: string) => string | undefined,
): Contract | undefined {
  const candidates = Object.values(forms).filter((contract) => contract.endpoint === endpoint)
  if (endpoint === 'send-form-submission')
    return candidates.find((contract) => contract.formType === textOf('formType'))
  return candidates.find(
    (contract) =>
      contract.given.every((name) => textOf(name) !== undefined) &&
      Object.entries(contract.fixed).every(([name, text]) => textOf(name) === text) &&
      contract.given.length + Object.keys(contract.fixed).length > 0,
  )
}

/** Reads `forms.json`. @throws ConfigError if it is missing or invalid */
export function loadSiteForms(file: string): SiteForms {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([
      `RELAY_FORMS: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Set it to the forms.json that \`site build\` writes.`,
    ])
  }
  return parseSiteForms(text, file)
}

/** Returns the port on which the site's web server expects the relay; undefined if `forms.json` does not contain it. */
export function findSitePort(file: string): number | undefined {
  try {
    return languageForms.shape.site.shape.port.parse(JSON.parse(readFileSync(file, 'utf8')).site.port)
  } catch {
    // `loadSiteForms` reports what is wrong.
    return undefined
  }
}

/** Parses the content of `forms.json`. @throws ConfigError listing each invalid value */
export function parseSiteForms(text: string, file: string): SiteForms {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new ConfigError([`RELAY_FORMS: ${file} is not valid JSON.`])
  }
  const result = formBook.safeParse(data)
  if (!result.success)
    throw new ConfigError(result.error.issues.map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`))
  const all = [result.data, ...Object.values(result.data.translations ?? {})]
  const misnamed = all.flatMap(({ forms }) => Object.entries(forms).filter(([name, form]) => form.formType !== name))
  if (misnamed.length > 0)
    throw new ConfigError(
      misnamed.map(([name, form]) => `${file}: forms.${name}: formType is ${form.formType}, but must equal the key`),
    )
  return result.data
}
