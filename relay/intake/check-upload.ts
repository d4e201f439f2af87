import type { FileField } from '../../src/forms/kinds/file/file.ts'
import { maxBytes } from '../../src/forms/kinds/file/file-fields.ts'
import type { FieldProblem } from '../../src/forms/value.ts'
import type { Upload } from '../http/entry.ts'
import { extensionOf } from '../http/file-name.ts'
import { words } from '../words.ts'
import { isDoc } from './documents/is-doc.ts'
import { isDocx } from './documents/is-docx.ts'
import { isPdf } from './documents/is-pdf.ts'

type Extension = FileField['extensions'][number]

/** What each extension promises: its type, and whether a file keeps the promise. */
const KINDS: Record<Extension, { type: string; holds(file: string): Promise<boolean> }> = {
  pdf: { type: 'application/pdf', holds: isPdf },
  doc: { type: 'application/msword', holds: isDoc },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', holds: isDocx },
}

/** Looks at a written file. @returns its type, or what is wrong with it in the contract's words */
export async function checkUpload(
  field: FileField,
  upload: Upload,
  path: string,
): Promise<{ type: string } | FieldProblem> {
  const wrong = (code: FieldProblem['code'], detail: string): FieldProblem => ({ field: field.name, code, detail })
  const extension = field.extensions.find((one) => one === extensionOf(upload.name))
  if (upload.size > maxBytes(field)) return wrong('too-large', field.tooLarge.text)
  if (!extension) return wrong('invalid', field.messages?.invalid ?? field.label)
  if (upload.size === 0) return wrong('invalid', words.fileEmpty)
  const kind = KINDS[extension]
  if (!(await kind.holds(path))) return wrong('invalid', words.fileContent(listOf(field.extensions)))
  return { type: kind.type }
}

function listOf(extensions: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(extensions.map((one) => one.toUpperCase()))
}
