import type { Contract } from '../../contract.ts'
import { listFields } from '../../fields.ts'
import type { FileField } from './file.ts'

export function listFileFields(contract: Contract): FileField[] {
  return listFields(contract).filter((field): field is FileField => field.kind === 'file')
}

/** The largest file that a field takes, in bytes. A megabyte has 1,048,576, as file managers count. */
export function maxBytes(field: FileField): number {
  return field.maxMegabytes * 1024 * 1024
}

/** Room for the answers beside the files, in bytes. */
const ANSWERS = 1024 ** 2

/**
 * Bytes of the largest post that is read: twice what the forms take. A file that is too large by less than that is
 * refused on a page that keeps what was typed.
 */
export function largestPost(forms: readonly Contract[]): number {
  const files = forms.map((form) => listFileFields(form).reduce((sum, field) => sum + maxBytes(field), 0))
  return 2 * Math.max(0, ...files) + ANSWERS
}

/** The file fields that hold more than they may, before anything is sent. */
export function listOversize(contract: Contract, data: FormData): FileField[] {
  return listFileFields(contract).filter((field) => {
    const file = data.get(field.name)
    return file instanceof File && file.size > maxBytes(field)
  })
}
