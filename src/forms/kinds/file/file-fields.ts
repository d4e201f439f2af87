import type { Contract } from '../../contract.ts'
import { listFields } from '../../fields.ts'
import type { FileField } from './schema.ts'

export function listFileFields(contract: Contract): FileField[] {
  return listFields(contract).filter((field): field is FileField => field.kind === 'file')
}

/** Returns the size limit of a file field in bytes, where 1 MB is 1,048,576 bytes. */
export function getMaxBytes(field: FileField): number {
  return field.maxMegabytes * 1024 * 1024
}

/** Number of bytes allowed for all answers, not counting files. */
const ANSWERS = 1024 ** 2

/**
 * Returns the maximum size of a submission in bytes. It is twice what the forms accept, so that the relay can respond
 * to a slightly oversized file by showing the form with the visitor's input.
 */
export function getMaxSubmissionBytes(forms: readonly Contract[]): number {
  const files = forms.map((form) => listFileFields(form).reduce((sum, field) => sum + getMaxBytes(field), 0))
  return 2 * Math.max(0, ...files) + ANSWERS
}

export function getWrongTypeMessage({ messages, label }: FileField): string {
  return messages?.invalid ?? label
}

/** Lists the file fields whose file the relay would reject for its size or extension, with a message for each field. */
export function listRejectedFiles(
  contract: Contract,
  data: FormData,
): { name: string; message: FileField['tooLarge'] }[] {
  return listFileFields(contract).flatMap((field) => {
    const { name } = field
    const file = data.get(name)
    if (!(file instanceof File) || (!file.name && file.size === 0)) return []
    if (file.size > getMaxBytes(field)) return [{ name, message: field.tooLarge }]
    const fits = field.extensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`))
    return fits ? [] : [{ name, message: { text: getWrongTypeMessage(field) } }]
  })
}
