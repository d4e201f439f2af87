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

/** The file fields that hold more than they may, before anything is sent. */
export function listOversize(contract: Contract, data: FormData): FileField[] {
  return listFileFields(contract).filter((field) => {
    const file = data.get(field.name)
    return file instanceof File && file.size > maxBytes(field)
  })
}
