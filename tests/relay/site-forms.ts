import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { SiteForms } from '../../relay/site-forms.ts'
import { contractSchema } from '../../src/forms/contract.ts'
import { agency } from '../agency.ts'

const folder = path.join(agency, 'forms')

/** Returns the site's forms as the relay receives them. */
export function createSiteForms(): SiteForms {
  const forms = readdirSync(folder).map((file) =>
    contractSchema.parse(parse(readFileSync(path.join(folder, file), 'utf8'))),
  )
  return {
    site: {
      name: 'Northshelf',
      logo: 'northshelf',
      mark: { size: 28, shapes: [{ d: 'M0 24h28v4H0z', tone: 'ink' }] },
      email: 'hello@northshelf.example',
      url: 'https://northshelf.example',
      language: 'en-US',
      look: 'plain',
    },
    forms: Object.fromEntries(forms.map((form) => [form.formType, form])),
  }
}
