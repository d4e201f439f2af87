import CFB from 'cfb'
import { doc } from './documents.ts'

/** Offsets in the header of a compound file, and in a directory entry ([MS-CFB] 2.2 and 2.6). */
const HEADER = { directory: 48, moreTables: 68, moreTablesCount: 72, table: 76 }
const ENTRY = { length: 128, left: 68, start: 116, size: 120 }
const SECTOR = 512

/** Compound files that make a careless parser loop forever or run out of memory. */
export const hostileDocs: Record<string, Buffer<ArrayBuffer>> = {
  'a stream with a circular chain of sectors': changed(doc({ stream: 'Workbook' }), (file) => {
    const first = file.bytes.readUInt32LE(file.entry('Workbook') + ENTRY.start)
    file.follow(first + 7, first)
    file.bytes.writeUInt32LE(first + 1, file.entry('Workbook') + ENTRY.start)
  }),
  'a directory with a circular chain of sectors': changed(doc({ stream: 'Workbook' }), (file) => {
    const first = file.bytes.readUInt32LE(HEADER.directory)
    file.follow(first, first)
  }),
  'a circular list of tables': changed(doc({ stream: 'Workbook' }), ({ bytes }) => {
    bytes.writeUInt32LE(2, HEADER.moreTables)
    bytes.writeUInt32LE(100_000_000, HEADER.moreTablesCount)
    bytes.fill(0xff, 3 * SECTOR, 4 * SECTOR - 4)
    bytes.writeUInt32LE(2, 4 * SECTOR - 4)
  }),
  'a directory with entries that are their own siblings': changed(doc({ stream: 'Workbook' }), (file) => {
    const first = (file.bytes.readUInt32LE(HEADER.directory) + 1) * SECTOR
    for (let at = first; at < first + SECTOR; at += ENTRY.length)
      for (const link of [0, 4, 8]) file.bytes.writeUInt32LE(1, at + ENTRY.left + link)
  }),
  'a small stream billions of sectors beyond the end': changed(doc({ size: 2000 }), (file) => {
    const small = file.bytes.readUInt32LE(file.entry('Root Entry') + ENTRY.start)
    file.follow(small, small)
    file.bytes.writeUInt32LE(0xfffffff0, file.entry('WordDocument') + ENTRY.start)
  }),
  'a file of 7 MB with 400 overlapping streams': changed(overlapping(), (file) => {
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
  /** Returns the offset of the directory entry with this name. */
  entry(name: string): number
  /** Sets the next sector in a chain. */
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
