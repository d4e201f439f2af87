import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { z } from 'zod'
import { defaultPaths } from '../cli/commands/options.ts'
import { projectRoot } from '../cli/paths.ts'
import { relaySettings } from '../relay/config.ts'
import { mapSettings } from '../relay/settings.ts'
import type { TargetType } from '../relay/targets/target.ts'
import { targetListSettings, targetTypes } from '../relay/targets/targets.ts'
import { type Contract, contractSchema } from '../src/forms/contract.ts'
import { listFields } from '../src/forms/fields.ts'
import { getFieldType } from '../src/forms/kinds/get-field-type.ts'

export const formDocsFile = path.join(projectRoot, 'docs', 'forms.md')

/** Returns the reference of all forms, for `npm run docs`. A test checks that the file is up to date. */
export function renderFormDocs(): string {
  const folder = path.join(defaultPaths.content, 'forms')
  const contracts = readdirSync(folder)
    .sort()
    .map((file) => contractSchema.parse(parse(readFileSync(path.join(folder, file), 'utf8'))))
  return `# Form reference

Generated from \`content/forms\` by \`npm run docs\`; do not edit. Lists the fields that each form sends to the relay, with their kinds and limits.
${contracts.map(formSection).join('')}`
}

function formSection(form: Contract): string {
  const rows = listFields(form).map(
    (field) =>
      `| \`${field.name}\` | ${cell(field.label)} | ${field.kind} | ${field.required ? 'yes' : ''} | ${cell(getFieldType(field).limits(field))} |\n`,
  )
  const sent = [
    ...(form.endpoint === 'send-form-submission' ? [`\`formType\`: ${form.formType}`] : []),
    ...Object.entries(form.fixed).map(([name, value]) => `\`${name}\`: ${value}`),
    ...form.given.map((name) => `\`${name}\`: set by the page`),
  ]
  return `
## ${form.formType}

${form.title}. \`POST /functions/v1/${form.endpoint}\`, delivery: ${form.delivery}. Sent with every submission: ${sent.join(', ')}.${form.confirmation ? ` Confirmation email: "${form.confirmation.subject}".` : ''}

| name | label | kind | required | limits |
|---|---|---|---|---|
${rows.join('')}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** The operator's guide. Its table of settings is generated from the relay's schemas. */
const operatorsGuideFile = path.join(projectRoot, 'docs', 'operators.md')

/** Returns the guide with the current table, for `npm run docs`. A test checks that the file is up to date. */
export function renderOperatorsGuide(): string {
  const rows = [
    ...rowsOf(relaySettings),
    ...rowsOf(targetListSettings),
    ...Object.entries<TargetType>(targetTypes).flatMap(([kind, target]) => rowsOf(target.settings, kind)),
  ]
  const table = `| variable | default | meaning |\n|---|---|---|\n${[...new Set(rows)].join('')}`
  return readFileSync(operatorsGuideFile, 'utf8').replace(
    /\| variable \| default \| meaning \|\n(?:\|.*\n)+/,
    () => table,
  )
}

/** @param kind target type with these settings, which individual targets can override */
function rowsOf(schema: z.ZodType, kind?: string): string[] {
  const rows: string[] = []
  mapSettings(schema, ({ variable, about, fallback }, _at, setting) => {
    const needed = kind && !fallback && !setting.safeParse(undefined).success
    const defaultCell = fallback ? `\`${fallback}\`` : needed ? `needed for \`${kind}\`` : 'none'
    rows.push(`| \`${variable}\`${kind ? ' ¹' : ''} | ${defaultCell} | ${about} |\n`)
  })
  return rows
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(formDocsFile, renderFormDocs())
  writeFileSync(operatorsGuideFile, renderOperatorsGuide())
}
