import path from 'node:path'
import { checkValues } from '@northshelf/site/forms/check.ts'
import { pickApplicableFields } from '@northshelf/site/forms/conditions.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { getMaxBytes, getWrongTypeMessage, listFileFields } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import type { FileField } from '@northshelf/site/forms/kinds/file/schema.ts'
import type { AnswerValues, FieldProblem } from '@northshelf/site/forms/value.ts'
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
  // Reports files in unknown fields, because the sender would otherwise think that the files arrived.
  const unknownFile = (field: string): FieldProblem => ({ field, code: 'unknown', detail: words.fileUnknown })
  const found = [
    ...problems,
    ...checkValues(contract, values, uploaded).filter(({ field }) => !wrong.has(field)),
    ...post.strays.map(unknownFile),
  ]
  const attachments: Attachment[] = []
  for (const upload of post.uploads) {
    const field = fields.find(({ name }) => name === upload.field)
    if (!field && listFileFields(form).some(({ name }) => name === upload.field)) continue
    const checked = field ? await checkUpload(field, upload, draft, words) : unknownFile(upload.field)
    if ('code' in checked) found.push(checked)
    else attachments.push({ ...upload, type: checked.type })
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

/** Checks a stored file. @returns its type or the problem */
async function checkUpload(
  field: FileField,
  upload: Upload,
  draft: LazyDraft,
  words: Translations,
): Promise<{ type: string } | FieldProblem> {
  const wrong = (code: FieldProblem['code'], detail: string): FieldProblem => ({ field: field.name, code, detail })
  const extension = field.extensions.find((name) => `.${name}` === path.extname(upload.name).toLowerCase())
  if (upload.size > getMaxBytes(field)) return wrong('too-large', field.tooLarge.text)
  if (!extension) return wrong('invalid', getWrongTypeMessage(field))
  if (upload.size === 0) return wrong('invalid', words.fileEmpty)
  const { type, findProblem } = documentTypes[extension]
  const problem = await draft.inspect(upload.file, findProblem)
  if (!problem) return { type }
  const kinds = field.extensions.map((name) => name.toUpperCase())
  const list = new Intl.ListFormat(words.language, { type: 'disjunction' }).format(kinds)
  return wrong('invalid', words.fileProblems[problem](list))
}
