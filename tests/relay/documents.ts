import { readFileSync } from 'node:fs'
import path from 'node:path'
import CFB from 'cfb'

/** Small files of types that the relay accepts or refuses as resumes. */

/** @param size length to which the file is padded, in bytes */
export function pdf(size = 0): Buffer<ArrayBuffer> {
  const head = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n')
  const tail = Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length - tail.length), '%'), tail])
}

/** Reads a PDF that was encrypted with qpdf. The names of those that need a password begin with `user`. */
export function encryptedPdf(name: string): Buffer<ArrayBuffer> {
  return Buffer.from(readFileSync(path.join(import.meta.dirname, 'pdfs', `${name}.pdf`)))
}

export function exe(): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'), Buffer.alloc(4000, 7)])
}

const MAIN = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
  dotm: 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
  dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}

/** @param more additional entries, keyed by name */
export function office(kind: keyof typeof MAIN, more: Record<string, string | Buffer> = {}): Buffer<ArrayBuffer> {
  return archive({ ...parts(kind), ...more })
}

/** Returns the entries of a minimal document, keyed by name. */
export function parts(kind: keyof typeof MAIN): Record<string, string> {
  const types = `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${MAIN[kind]}"/></Types>`
  return { '[Content_Types].xml': types, 'word/document.xml': '<w:document/>' }
}

/** Creates a ZIP archive. */
export function archive(entries: Record<string, string | Buffer>): Buffer<ArrayBuffer> {
  const container = CFB.utils.cfb_new()
  for (const [name, text] of Object.entries(entries)) CFB.utils.cfb_add(container, `/${name}`, Buffer.from(text))
  return Buffer.from(CFB.write(container, { fileType: 'zip', type: 'buffer', compression: true }) as Buffer)
}

/**
 * Repeats the first entry in the central directory of a ZIP archive.
 * @param comment length of the comment in each copy, in bytes
 */
export function repeatEntries(zip: Buffer, copies: number, comment = 0): Buffer {
  const [directory, end] = [zip.indexOf('PK\x01\x02', 0, 'latin1'), zip.lastIndexOf('PK\x05\x06', -1, 'latin1')]
  const second = zip.indexOf('PK\x01\x02', directory + 4, 'latin1')
  const first = Buffer.concat([zip.subarray(directory, second), Buffer.alloc(comment)])
  first.writeUInt16LE(comment, 32)
  const list = Buffer.concat([...Array<Buffer>(copies).fill(first), zip.subarray(second, end)])
  const tail = Buffer.from(zip.subarray(end))
  for (const at of [8, 10]) tail.writeUInt16LE(copies - 1 + zip.readUInt16LE(end + at), at)
  tail.writeUInt32LE(list.length, 12)
  return Buffer.concat([zip.subarray(0, directory), list, tail])
}

/** Sets the encryption flag in the local headers and the central directory of a ZIP archive. */
export function encrypted(zip: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const copy = Buffer.from(zip)
  for (const [mark, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    for (let at = copy.indexOf(mark, 0, 'latin1'); at >= 0; at = copy.indexOf(mark, at + 4, 'latin1'))
      copy[at + flags] = (copy[at + flags] ?? 0) | 1
  return copy
}

/** Creates a Word 97-2003 file: an OLE container with streams. */
export function doc(
  options: { encrypted?: boolean; macros?: boolean; package?: boolean; stream?: string; size?: number } = {},
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(options.size ?? 4096, 1)
  header.writeUInt16LE(0xa5ec, 0)
  header.writeUInt16LE(options.encrypted ? 0x0100 : 0, 10)
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, `/${options.stream ?? 'WordDocument'}`, header)
  if (options.macros) CFB.utils.cfb_add(container, '/Macros/VBA/ThisDocument', Buffer.alloc(5000, 2))
  if (options.package) CFB.utils.cfb_add(container, '/ObjectPool/_1/\u0001Ole10Native', exe())
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer)
}
