import type { Contract } from '../../contract.ts'
import { listFields } from '../../fields.ts'
import type { FileField } from './schema.ts'

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
