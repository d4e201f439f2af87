import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import { getJobFormValues } from '@northshelf/site/collections/job.ts'
import { addHolidays } from '@northshelf/site/entries/add-holidays.ts'
import { addConditionHints, addDefaultMessages } from '@northshelf/site/forms/default-messages.ts'
import { createThemeStylesheet } from '@northshelf/site/theme/theme.ts'
import type { Bundle } from './bundle.mjs'
import { fontLicenseFile } from './client-files.ts'
import { renderFormReference } from './form-reference.ts'

/**
 * Writes a folder to copy to a server: the relay, licenses of the bundled packages, and form contracts with their
 * reference.
 */
export function writeRelay(folder: string, relay: Bundle, content: Content): void {
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(relay.folder)) copyFileSync(path.join(relay.folder, file), path.join(folder, file))
  copyFileSync(fontLicenseFile, path.join(folder, 'OFL.txt'))
  writeFileSync(path.join(folder, 'forms.json'), formatFormsFile(content))
  writeFileSync(path.join(folder, 'forms.md'), renderFormReference(content))
}

/** Returns the text of forms.json, which the relay reads on startup. */
export function formatFormsFile(content: Content): string {
  const translations = content.translations.map((other) => [other.site.language, describeForms(other)])
  const all = {
    ...describeForms(content),
    ...(translations.length > 0 && { translations: Object.fromEntries(translations) }),
  }
  return `${JSON.stringify(all, null, 2)}\n`
}

/** Returns the site and its forms in one language. */
function describeForms(content: Content) {
  const { name, logo, mark, accent, theme, email, url, language, timeZone, notFound, sources, count } = content.site
  const { address, port } = content.site.relay
  const { optional, problems, leaveEmpty } = content.site.labels
  const relay = address || undefined
  const site = {
    name,
    logo,
    mark,
    accent,
    email,
    url,
    relay,
    port,
    language,
    timeZone,
    look: theme.drawings === 'neutral' ? theme.drawings : notFound.look,
    style: createThemeStylesheet(theme) || undefined,
    sources,
    count,
    labels: { optional, problems, leaveEmpty },
  }
  return { site, forms: indexContractsByType(content), given: listRecipientValues(content) }
}

/** Lists the values of positions that choose the recipients of emails, by name; undefined if none does. */
function listRecipientValues({ forms, jobs }: Content) {
  const names = forms.flatMap(({ given, mail }) => given.filter((name) => name === mail?.to))
  const valuesOf = (name: string) => new Set(jobs.map((job) => getJobFormValues(job)[name as 'jobTitle']))
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, [...valuesOf(name)]])) : undefined
}

/** Returns the form contracts by form type, in the format that the relay reads. */
export function indexContractsByType({ forms, site, places }: Content) {
  return Object.fromEntries(
    forms.map(({ slug: _slug, file: _file, ...contract }) => [
      contract.formType,
      addConditionHints(addDefaultMessages(addHolidays(contract, places), site.labels), site),
    ]),
  )
}
