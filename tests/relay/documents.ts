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

/** Places in the header of a compound file, and in one entry of its directory ([MS-CFB] 2.2 and 2.6). */
const HEADER = { directory: 48, moreTables: 68, moreTablesCount: 72, table: 76 }
const ENTRY = { length: 128, left: 68, start: 116, size: 120 }
const SECTOR = 512

/** Compound files made so that whoever follows all that they say never comes to an end, or runs out of memory. */
export const hostileDocs: Record<string, Buffer<ArrayBuffer>> = {
  'a stream whose sectors lead back to themselves': changed(doc({ stream: 'Workbook' }), (file) => {
    const first = file.bytes.readUInt32LE(file.entry('Workbook') + ENTRY.start)
    file.follow(first + 7, first)
    file.bytes.writeUInt32LE(first + 1, file.entry('Workbook') + ENTRY.start)
  }),
  'a directory whose sectors lead back to themselves': changed(doc({ stream: 'Workbook' }), (file) => {
    const first = file.bytes.readUInt32LE(HEADER.directory)
    file.follow(first, first)
  }),
  'a list of tables that leads back to itself': changed(doc({ stream: 'Workbook' }), ({ bytes }) => {
    bytes.writeUInt32LE(2, HEADER.moreTables)
    bytes.writeUInt32LE(100_000_000, HEADER.moreTablesCount)
    bytes.fill(0xff, 3 * SECTOR, 4 * SECTOR - 4)
    bytes.writeUInt32LE(2, 4 * SECTOR - 4)
  }),
  'entries that are neighbours of themselves': changed(doc({ stream: 'Workbook' }), (file) => {
    const first = (file.bytes.readUInt32LE(HEADER.directory) + 1) * SECTOR
    for (let at = first; at < first + SECTOR; at += ENTRY.length)
      for (const way of [0, 4, 8]) file.bytes.writeUInt32LE(1, at + ENTRY.left + way)
  }),
  'a small stream that stands billions of sectors further on': changed(doc({ size: 2000 }), (file) => {
    const small = file.bytes.readUInt32LE(file.entry('Root Entry') + ENTRY.start)
    file.follow(small, small)
    file.bytes.writeUInt32LE(0xfffffff0, file.entry('WordDocument') + ENTRY.start)
  }),
  'seven megabytes with 400 streams of nearly all of it': changed(overlapping(), (file) => {
    const whole = file.entry('Workbook')
    for (let part = 0; part < 400; part += 1) {
      file.bytes.writeUInt32LE(
        file.bytes.readUInt32LE(whole + ENTRY.start) + 1 + part,
        file.entry(`Part${part}.`) + ENTRY.start,
      )
      file.bytes.writeUInt32LE(
        file.bytes.readUInt32LE(whole + ENTRY.size) - (1 + part) * SECTOR,
        file.entry(`Part${part}.`) + ENTRY.size,
      )
    }
  }),
}

interface CompoundBytes {
  bytes: Buffer<ArrayBuffer>
  /** Where the entry of a name begins. */
  entry(name: string): number
  /** Makes one sector be followed by another. */
  follow(sector: number, next: number): void
}

function changed(bytes: Buffer<ArrayBuffer>, change: (file: CompoundBytes) => void): Buffer<ArrayBuffer> {
  const table = (bytes.readUInt32LE(HEADER.table) + 1) * SECTOR
  change({
    bytes,
    entry: (name) => bytes.indexOf(Buffer.from(name, 'utf16le')),
    follow: (sector, next) => void bytes.writeUInt32LE(next, table + sector * 4),
  })
  return bytes
}

function overlapping(): Buffer<ArrayBuffer> {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/Workbook', Buffer.alloc(7 * 1024 * 1024, 1))
  for (let part = 0; part < 400; part += 1) CFB.utils.cfb_add(container, `/Part${part}.`, Buffer.alloc(0))
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer)
}
