import { createHash } from 'node:crypto'
import type { Values } from '../../src/forms/value.ts'
import type { Upload } from '../http/entry.ts'

/** A hash of what was sent: the same answers and files give the same one, in whatever order or encoding they came. */
export function fingerprint(formType: string, values: Values, uploads: readonly Upload[]): string {
  const sorted = (entries: [string, unknown][]) => entries.sort(([one], [other]) => (one < other ? -1 : 1))
  const files = uploads.map(({ field, name, size, sha256 }): [string, unknown] => [field, [name, size, sha256]])
  return createHash('sha256')
    .update(JSON.stringify([formType, sorted(Object.entries(values)), sorted(files)]))
    .digest('hex')
}
