import { readFileSync } from 'node:fs'
import { contract } from '@northshelf/site/forms/contract.ts'
import { z } from 'zod'
import { ConfigFault } from '../settings.ts'

const shape = z.object({ d: z.string(), tone: z.enum(['ink', 'accent', 'outline']) })

/** What the build of the site hands over: who the site is, and its forms by form type. */
const formBook = z.object({
  site: z.object({
    name: z.string().min(1),
    logo: z.string().min(1),
    mark: z.object({ size: z.number(), shapes: z.array(shape) }),
    accent: z.string().optional(),
    email: z.email(),
    url: z.url({ protocol: /^https?$/ }),
    // An older build did not hand it over.
    language: z.string().default('en-US'),
    timeZone: z.string().optional(),
  }),
  forms: z.record(z.string(), contract).refine((forms) => Object.keys(forms).length > 0, 'there is no form in it'),
})
export type FormBook = z.infer<typeof formBook>

/** Reads `forms.json`. @throws ConfigFault when it is missing or not what a contract says */
export function loadForms(file: string): FormBook {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigFault([
      `RELAY_FORMS: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}); the build of the site writes it.`,
    ])
  }
  return parseForms(text, file)
}

/** @throws ConfigFault naming each place that is wrong */
export function parseForms(text: string, file: string): FormBook {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new ConfigFault([`RELAY_FORMS: ${file} is not JSON.`])
  }
  const result = formBook.safeParse(data)
  if (!result.success)
    throw new ConfigFault(result.error.issues.map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`))
  const misnamed = Object.entries(result.data.forms).filter(([name, form]) => form.formType !== name)
  if (misnamed.length > 0)
    throw new ConfigFault(misnamed.map(([name, form]) => `${file}: forms.${name} calls itself ${form.formType}`))
  return result.data
}
