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

/** Says which types of files a field takes. */
export function wrongTypeMessage({ messages, label }: FileField): string {
  return messages?.invalid ?? label
}

/** The file fields whose file the relay would refuse for its size or its extension, and what to say. */
export function listUnfitFiles(contract: Contract, data: FormData): { name: string; message: FileField['tooLarge'] }[] {
  return listFileFields(contract).flatMap((field) => {
    const { name } = field
    const file = data.get(name)
    if (!(file instanceof File) || (!file.name && file.size === 0)) return []
    if (file.size > maxBytes(field)) return [{ name, message: field.tooLarge }]
    const fits = field.extensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`))
    return fits ? [] : [{ name, message: { text: wrongTypeMessage(field) } }]
  })
}
