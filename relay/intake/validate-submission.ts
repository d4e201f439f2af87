import { isEmptyAnswer } from '@northshelf/site/forms/answers.ts'
import { pickApplicableFields } from '@northshelf/site/forms/conditions.ts'
import type { Contract, Field } from '@northshelf/site/forms/contract.ts'
import { listFields } from '@northshelf/site/forms/fields.ts'
import {
  addFileName,
  exceedLimits,
  findFileType,
  listFileFields,
} from '@northshelf/site/forms/kinds/file/file-fields.ts'
import type { FileField } from '@northshelf/site/forms/kinds/file/schema.ts'
import { getFieldType } from '@northshelf/site/forms/kinds/get-field-type.ts'
import type { AnswerValue, AnswerValues, FieldProblem } from '@northshelf/site/forms/value.ts'
import type { Attachment } from '../store/store.ts'
import type { Translations } from '../translations/en.ts'
import { documentTypes } from './documents/document-types.ts'
import { HttpProblem } from './http-problem.ts'
import type { LazyDraft } from './intake.ts'
import type { Upload } from './read-form.ts'
import { type ParsedRequest, parsePostValues } from './read-request.ts'

/** Validates the fields of a submission that apply, and drops all others. @throws HttpProblem listing all errors */
export async function validateSubmission(
  form: Contract,
  post: ParsedRequest,
  draft: LazyDraft,
  words: Translations,
): Promise<{ values: AnswerValues; attachments: Attachment[] }> {
  const contract = pickApplicableFields(form, parsePostValues(form, post).values)
  const { values, problems } = parsePostValues(contract, post)
  const fields = listFileFields(contract)
  const uploaded = new Set(post.uploads.map(({ field }) => field))
  const wrong = new Set(problems.map(({ field }) => field))
  const known = listFileFields(form).map(({ name }) => name)
  const unknown = [...post.strays, ...uploaded].filter((name) => !known.includes(name))
  const found = [
    ...problems,
    ...checkValues(contract, values, uploaded).filter(({ field }) => !wrong.has(field)),
    // Reports files in unknown fields, because the sender would otherwise think that the files arrived.
    ...unknown.map((field): FieldProblem => ({ field, code: 'unknown', detail: words.fileUnknown })),
  ]
  const attachments: Attachment[] = []
  for (const field of fields) {
    const { name, tooLarge } = field
    const uploads = post.uploads.filter((upload) => upload.field === name)
    const isTooLarge = exceedLimits(field, uploads)
    if (isTooLarge) found.push({ field: name, code: 'too-large', detail: tooLarge.text })
    const details: string[] = []
    for (const upload of isTooLarge ? [] : uploads) {
      const checked = await checkUpload(field, upload, draft, words)
      if ('type' in checked) attachments.push({ ...upload, ...checked })
      else details.push(addFileName(upload, uploads, checked.problem))
    }
    if (details.length > 0) found.push({ field: name, code: 'invalid', detail: details.join(' ') })
  }
  // Sorts problems by the order of the fields in the form.
  const names = contract.groups.flatMap((group) => group.fields.map(({ name }) => name))
  found.sort((one, other) => names.indexOf(one.field) - names.indexOf(other.field))
  if (found.length > 0) throw refusalFor(found)
  return { values, attachments }
}

/** Returns the problem for these errors: `too-large` if all are about files that are too large. */
function refusalFor(errors: FieldProblem[]): HttpProblem {
  const large = errors.find(({ code }) => code === 'too-large')
  return large && errors.every(({ code }) => code === 'too-large')
    ? new HttpProblem('too-large', large.detail, { errors })
    : new HttpProblem('validation', 'Some answers are missing or invalid.', { errors })
}

/** Checks a stored file. @returns its media type, or the problem as a sentence */
async function checkUpload(
  field: FileField,
  upload: Upload,
  draft: LazyDraft,
  words: Translations,
): Promise<{ type: string } | { problem: string }> {
  const fileType = findFileType(field, upload.name)
  if (!fileType) return { problem: getProblemMessage(field, 'invalid') }
  if (upload.size === 0) return { problem: words.fileEmpty }
  const { type, findProblem } = documentTypes[fileType]
  const problem = await draft.inspect(upload.file, findProblem)
  if (!problem) return { type }
  const kinds = field.extensions.map((name) => name.toUpperCase())
  const list = new Intl.ListFormat(words.language, { type: 'disjunction' }).format(kinds)
  return { problem: words.fileProblems[problem](list) }
}

/**
 * Checks values against the contract, with the same rules as the HTML attributes of the page.
 * @param files names of the file fields in which a file was chosen
 */
export function checkValues(
  contract: Contract,
  values: AnswerValues,
  files: ReadonlySet<string> = new Set(),
): FieldProblem[] {
  return listFields(contract).flatMap((field): FieldProblem[] => {
    const code = findProblem(field, values[field.name], files)
    return code ? [{ field: field.name, code, detail: getProblemMessage(field, code) }] : []
  })
}

/** Returns the contract's message for a problem, or the field's label if the contract has no message. */
export function getProblemMessage(field: Field, code: FieldProblem['code']): string {
  const { messages, label } = field
  return (code === 'required' ? messages?.required : messages?.invalid) ?? messages?.required ?? label
}

function findProblem(
  field: Field,
  raw: AnswerValue | undefined,
  files: ReadonlySet<string>,
): FieldProblem['code'] | undefined {
  const { answer, check } = getFieldType(field)
  const empty = answer ? isEmptyAnswer(raw) : !files.has(field.name)
  if (empty || !answer) return empty && field.required ? 'required' : undefined
  const value = answer.parse(raw)
  return value === undefined ? 'invalid' : check?.(value, field)
}
