import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { defaults } from '../cli/commands/options.ts'
import { projectRoot } from '../cli/paths.ts'
import { type Contract, contract, type Field } from '../src/forms/contract.ts'
import { listFields } from '../src/forms/fields.ts'
import { guideFile, guideWithSettings } from './settings-docs.ts'

/** Where the generated reference stands. */
export const formDocsFile = path.join(projectRoot, 'docs', 'forms.md')

/** `npm run docs`: the reference of all forms, made from the contracts; a test keeps it current. */
export function formDocs(): string {
  const folder = path.join(defaults.content, 'forms')
  const contracts = readdirSync(folder)
    .sort()
    .map((file) => contract.parse(parse(readFileSync(path.join(folder, file), 'utf8'))))
  return `# Forms on the wire

Made from \`content/forms\` by \`npm run docs\`; do not edit it here. What each form posts to the relay: names, kinds and limits.
${contracts.map(formSection).join('')}`
}

function formSection(form: Contract): string {
  const rows = listFields(form).map(
    (field) =>
      `| \`${field.name}\` | ${cell(field.label)} | ${field.kind} | ${field.required ? 'yes' : ''} | ${cell(limitsOf(field))} |\n`,
  )
  const sent = [
    ...(form.endpoint === 'send-form-submission' ? [`\`formType\`: ${form.formType}`] : []),
    ...Object.entries(form.fixed).map(([name, value]) => `\`${name}\`: ${value}`),
    ...form.given.map((name) => `\`${name}\`: given by the page`),
  ]
  return `
## ${form.formType}

${form.title}. \`POST /functions/v1/${form.endpoint}\`, delivery: ${form.delivery}. With every post: ${sent.join(', ')}.

| name | label | kind | required | limits |
|---|---|---|---|---|
${rows.join('')}`
}

function limitsOf(field: Field): string {
  switch (field.kind) {
    case 'select':
    case 'radio':
    case 'checkboxes':
      return field.options.map(({ value }) => value).join(', ')
    case 'slider':
      return `${field.min} to ${field.max}, step ${field.step}, default ${field.default}; as ${field.wire === 'list' ? 'a list of one number' : 'a number'}`
    case 'file':
      return `${field.extensions.join(', ')}; at most ${field.maxMegabytes} MB`
    default:
      return `at most ${field.maxLength.toLocaleString('en-US')} characters`
  }
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(formDocsFile, formDocs())
  writeFileSync(guideFile, guideWithSettings())
}
