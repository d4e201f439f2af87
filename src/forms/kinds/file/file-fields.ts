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

/** Reports whether the form is always sent as multipart data. */
export function isMultipart(contract: Contract): boolean {
  return contract.endpoint === 'submit-application' || listFileFields(contract).length > 0
}

/** Returns the type that a file's name states, if the field accepts it. Media types are unreliable and often missing. */
export function findFileType({ extensions }: FileField, name: string): FileField['extensions'][number] | undefined {
  const normal = name.toLowerCase().replace(/\.jpeg$/, '.jpg')
  return extensions.find((extension) => normal.endsWith(`.${extension}`))
}

/** Reports whether the files of a field are larger or more than allowed. */
export function exceedLimits(field: FileField, files: readonly { size: number }[]): boolean {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return size > getMaxBytes(field) || files.length > (field.multiple ?? 1)
}

/** Adds the name of the file to a problem, if it is not the only file of its field. */
export function addFileName({ name }: { name: string }, files: readonly unknown[], problem: string): string {
  return files.length > 1 ? `${name}: ${problem}` : problem
}

/** Lists the file fields whose files the relay would reject without reading them, with a message for each field. */
export function listRejectedFiles(
  contract: Contract,
  data: FormData,
): { name: string; message: FileField['tooLarge'] }[] {
  return listFileFields(contract).flatMap((field) => {
    const { name, label, messages } = field
    const files = data.getAll(name).filter((file) => file instanceof File && (file.name || file.size > 0)) as File[]
    if (exceedLimits(field, files)) return [{ name, message: field.tooLarge }]
    const wrong = files.filter((file) => !findFileType(field, file.name))
    const text = wrong.map((file) => addFileName(file, files, messages?.invalid ?? label)).join(' ')
    return text ? [{ name, message: { text } }] : []
  })
}
