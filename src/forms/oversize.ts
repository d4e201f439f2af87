import type { Contract } from './contract.ts'
import { type FileField, listFileFields, maxBytes } from './fields.ts'

/** The file fields that hold more than they may, before anything is sent. */
export function listOversize(contract: Contract, data: FormData): FileField[] {
  return listFileFields(contract).filter((field) => {
    const file = data.get(field.name)
    return file instanceof File && file.size > maxBytes(field)
  })
}
