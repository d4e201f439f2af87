import type { Contract } from '../forms/contract.ts'
import { type FileField, listFileFields, maxBytes } from '../forms/fields.ts'

/** The first file field that holds more than it may, before anything is sent. */
export function oversizeField(contract: Contract, data: FormData): FileField | undefined {
  return listFileFields(contract).find((field) => {
    const file = data.get(field.name)
    return file instanceof File && file.size > maxBytes(field)
  })
}
