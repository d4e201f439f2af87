import { checkValues } from '../../src/forms/check.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { listFileFields } from '../../src/forms/kinds/file/file-fields.ts'
import type { FieldProblem, Values } from '../../src/forms/value.ts'
import { Problem } from '../http/problem.ts'
import type { Attachment } from '../submission.ts'
import { words } from '../words.ts'
import { checkUpload } from './check-upload.ts'
import type { DraftBox } from './draft-box.ts'
import { type Post, readPost } from './post.ts'

export interface Inspected {
  values: Values
  attachments: Attachment[]
}

/** Checks a post against its contract, files included. @throws Problem with everything that does not fit */
export async function inspect(contract: Contract, post: Post, box: DraftBox): Promise<Inspected> {
  const { values, problems } = readPost(contract, post)
  const fields = listFileFields(contract)
  const uploads = post.uploads.filter(({ field }) => fields.some(({ name }) => name === field))
  const strays = [...post.strays, ...post.uploads.filter((one) => !uploads.includes(one)).map(({ field }) => field)]
  const wrong = new Set(problems.map(({ field }) => field))
  const found = [
    ...problems,
    ...checkValues(contract, values, new Set(uploads.map(({ field }) => field))).filter(
      ({ field }) => !wrong.has(field),
    ),
    // Taken without its file, a post would look as if it had arrived whole.
    ...strays.map((field): FieldProblem => ({ field, code: 'unknown', detail: words.fileUnknown })),
  ]
  const attachments: Attachment[] = []
  for (const upload of uploads) {
    const field = fields.find(({ name }) => name === upload.field)
    if (!field) continue
    const checked = await checkUpload(field, upload, (await box.open()).pathOf(upload.file))
    if ('code' in checked) found.push(checked)
    else attachments.push({ ...upload, type: checked.type })
  }
  if (found.length > 0) throw refusalFor(inOrder(contract, found))
  return { values, attachments }
}

/** A file that is too large is its own kind of answer, when nothing else is wrong. */
function refusalFor(errors: FieldProblem[]): Problem {
  const large = errors.find(({ code }) => code === 'too-large')
  return large && errors.every(({ code }) => code === 'too-large')
    ? new Problem(413, 'too-large', large.detail, { errors })
    : new Problem(422, 'validation', 'Some answers are missing or do not fit.', { errors })
}

/** As the fields stand in the form. */
function inOrder(contract: Contract, problems: FieldProblem[]): FieldProblem[] {
  const names = contract.groups.flatMap((group) => group.fields.map(({ name }) => name))
  return problems.toSorted((one, other) => names.indexOf(one.field) - names.indexOf(other.field))
}
