import CFB from 'cfb'

/** Small files of the kinds that applicants send, and of those that they must not. */

/** @param size pads it to so many bytes */
export function pdf(size = 0): Buffer<ArrayBuffer> {
  const head = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n')
  const tail = Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length - tail.length), '%'), tail])
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

/** @param more other entries by name */
export function office(kind: keyof typeof MAIN, more: Record<string, string> = {}): Buffer<ArrayBuffer> {
  const types = `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${MAIN[kind]}"/></Types>`
  return archive({ '[Content_Types].xml': types, 'word/document.xml': '<w:document/>', ...more })
}

/** A zip. */
export function archive(entries: Record<string, string>): Buffer<ArrayBuffer> {
  const container = CFB.utils.cfb_new()
  for (const [name, text] of Object.entries(entries)) CFB.utils.cfb_add(container, `/${name}`, Buffer.from(text))
  return Buffer.from(CFB.write(container, { fileType: 'zip', type: 'buffer', compression: true }) as Buffer)
}

/** The bit that says so is set in the local header and in the directory. */
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

/** A Word 97-2003 file: an OLE container with streams. */
export function doc(
  options: { encrypted?: boolean; macros?: boolean; stream?: string; size?: number } = {},
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(options.size ?? 4096, 1)
  header.writeUInt16LE(0xa5ec, 0)
  header.writeUInt16LE(options.encrypted ? 0x0100 : 0, 10)
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, `/${options.stream ?? 'WordDocument'}`, header)
  if (options.macros) CFB.utils.cfb_add(container, '/Macros/VBA/ThisDocument', Buffer.alloc(5000, 2))
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer)
}
