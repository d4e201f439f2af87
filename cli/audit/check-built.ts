import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { indexContractsByType } from '../build/relay.ts'
import { parseYaml } from '../content/yaml/source.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { createProblemAt, type FileTexts, type Problem } from '../diagnostics/problem.ts'
import { getOutputFolders } from '../paths.ts'

/**
 * Checks that the built relay has the current forms and accepts submissions to them.
 * @param texts text of each content file, by name
 * @throws Failure if there is no build
 */
export async function checkBuiltForms(out: string, content: Content, texts: FileTexts): Promise<Problem[]> {
  const formsFile = path.join(getOutputFolders(out).relay, 'forms.json')
  if (!existsSync(formsFile))
    throw new Failure(`There is no ${formsFile}. Run "npm run site -- build" first.`, exitCodes.cannotRun)
  const built = (JSON.parse(readFileSync(formsFile, 'utf8')) as { forms: Record<string, Contract> }).forms
  const formsByType = new Map(content.forms.map((form) => [form.formType, form]))
  const current = indexContractsByType(content)
  const stale = content.forms
    .filter(({ formType }) => JSON.stringify(built[formType]) !== JSON.stringify(current[formType]))
    .map((form) => {
      const message = 'the built relay does not contain the current version of this form'
      return createFormProblem(form, texts, message, 'Run "npm run site -- build".')
    })
  // Loaded on demand, because only this check starts the relay.
  const { testForms } = await import('./trial/trial.ts')
  const { problems } = await testForms(out)
  return [
    ...stale,
    ...problems.map(({ formType, pages, message, field }) => {
      const help = `Found by a test submission from ${pages.slice(0, 3).join(', ')}${pages.length > 3 ? ' and more' : ''} to ${path.basename(out)}/relay.`
      return createFormProblem(formsByType.get(formType), texts, `${formType}: ${message}`, help, field)
    }),
  ]
}

/**
 * Creates a problem located at the form's field, at its `formType` if the field is unknown, or in site.yaml if the form
 * has been deleted.
 */
function createFormProblem(
  form: Content['forms'][number] | undefined,
  texts: FileTexts,
  message: string,
  help: string,
  field?: string,
): Problem {
  const file = form?.file ?? [...texts.keys()].find((name) => name.endsWith('/site.yaml')) ?? ''
  const text = texts.get(file) ?? ''
  const group = form?.groups.findIndex(({ fields }) => fields.some(({ name }) => name === field)) ?? -1
  const index = form?.groups[group]?.fields.findIndex(({ name }) => name === field) ?? -1
  const { source } = parseYaml(file, text, text, 0)
  const range = source.range(index < 0 ? ['formType'] : ['groups', group, 'fields', index, 'name'])
  return createProblemAt(source, range, { rule: 'form/trial', message, help })
}
