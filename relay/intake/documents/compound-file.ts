import type { RandomAccessFile } from '../../store/store.ts'

/** An entry in the directory of a compound file. */
interface CompoundEntry {
  name: string
  kind: 'storage' | 'stream' | 'root'
  /** Whether the entry is directly under the root. */
  top: boolean
  start: number
  size: number
}

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Header length and offsets ([MS-CFB] 2.2). The DIFAT lists the sectors that contain the FAT. */
const HEADER = { sectorShift: 30, directory: 48, difatSector: 68, difat: 76, length: 512 }
const DIFAT_IN_HEADER = 109
/** Offsets in a directory entry, and the length of an entry ([MS-CFB] 2.6.1). */
const ENTRY = { nameLength: 64, kind: 66, left: 68, right: 72, child: 76, start: 116, size: 120, length: 128 }
/**
 * Maximum size of the directory, enough for 2,048 entries. Larger directories are rejected, because reading each of
 * their sectors separately would be slow.
 */
const MAX_DIRECTORY_BYTES = 256 * 1024
const MINI_SECTOR = 64
/** Streams smaller than this are stored in mini sectors, in the root entry's stream. */
const MINI_STREAM_BELOW = 4096
const KINDS: Record<number, CompoundEntry['kind']> = { 1: 'storage', 2: 'stream', 5: 'root' }

/**
 * Reads the directory of an OLE compound file ([MS-CFB]). Never reads a whole stream, and never follows a chain for
 * more sectors than the file has (decision 027).
 * @returns undefined if the file is not a compound file or is damaged
 */
export async function openCompoundFile(content: RandomAccessFile) {
  const header = await readAt(content, 0, HEADER.length)
  const shift = header.readUInt16LE(HEADER.sectorShift)
  if (!header.subarray(0, MAGIC.length).equals(MAGIC) || (shift !== 9 && shift !== 12)) return undefined
  const sectorSize = 2 ** shift
  const sectors = Math.ceil(content.size / sectorSize) - 1
  const readSector = (sector: number) => readAt(content, (sector + 1) * sectorSize, sectorSize)

  const fat = await readFat()
  const directory = [...chain(header.readUInt32LE(HEADER.directory))]
  if (directory.length * sectorSize > MAX_DIRECTORY_BYTES) return undefined
  const bytes = Buffer.concat(await Promise.all(directory.map(readSector)))
  const top = listTop()
  const entries = Array.from({ length: bytes.length / ENTRY.length }, (_, index) => toEntry(index)).filter(
    (entry) => entry !== undefined,
  )

  return {
    entries,
    /** Reads the first `length` bytes of a stream, at most 64. Returns undefined if the stream is shorter. */
    async readStart({ start, size }: CompoundEntry, length: number): Promise<Buffer | undefined> {
      if (size < length || length > MINI_SECTOR) return undefined
      if (size >= MINI_STREAM_BELOW)
        return start < sectors ? readAt(content, (start + 1) * sectorSize, length) : undefined
      const root = entries.find(({ kind }) => kind === 'root')
      const offset = start * MINI_SECTOR
      const sector = root && [...chain(root.start)][Math.floor(offset / sectorSize)]
      return sector === undefined
        ? undefined
        : readAt(content, (sector + 1) * sectorSize + (offset % sectorSize), length)
    },
  }

  /** Reads the FAT, which maps each sector to the next one. */
  async function readFat(): Promise<Uint32Array> {
    const perSector = sectorSize / 4
    const maxFatSectors = Math.ceil(sectors / perSector)
    const listed = Array.from({ length: DIFAT_IN_HEADER }, (_, index) => header.readUInt32LE(HEADER.difat + index * 4))
    // `listed` grows in each iteration, so the loop ends even if the chain is circular.
    for (let sector = header.readUInt32LE(HEADER.difatSector); sector < sectors && listed.length < maxFatSectors; ) {
      const difat = await readSector(sector)
      for (let index = 0; index < perSector - 1; index += 1) listed.push(difat.readUInt32LE(index * 4))
      sector = difat.readUInt32LE(sectorSize - 4)
    }
    const fatSectors = listed.filter((sector) => sector < sectors).slice(0, maxFatSectors)
    const table = Buffer.concat(await Promise.all(fatSectors.map(readSector)))
    return Uint32Array.from({ length: Math.min(sectors, table.length / 4) }, (_, index) =>
      table.readUInt32LE(index * 4),
    )
  }

  /** Yields the sectors of a chain, but no more sectors than the file has, because a chain may be circular. */
  function* chain(start: number): Generator<number> {
    let sector: number | undefined = start
    for (let count = 0; count < sectors && sector !== undefined && sector < sectors; count += 1) {
      yield sector
      sector = fat[sector]
    }
  }

  /** Returns the indexes of the entries directly under the root, which form a binary tree. */
  function listTop(): Set<number> {
    const seen = new Set<number>()
    const waiting = bytes.length > 0 ? [bytes.readUInt32LE(ENTRY.child)] : []
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (seen.has(index) || (index + 1) * ENTRY.length > bytes.length) continue
      seen.add(index)
      for (const side of [ENTRY.left, ENTRY.right]) waiting.push(bytes.readUInt32LE(index * ENTRY.length + side))
    }
    return seen
  }

  function toEntry(index: number): CompoundEntry | undefined {
    const raw = bytes.subarray(index * ENTRY.length, (index + 1) * ENTRY.length)
    const kind = KINDS[raw[ENTRY.kind] ?? 0]
    if (!kind) return undefined
    // The name is null-terminated UTF-16.
    const nameEnd = Math.max(0, Math.min(ENTRY.nameLength, raw.readUInt16LE(ENTRY.nameLength)) - 2)
    return {
      name: raw.subarray(0, nameEnd).toString('utf16le'),
      kind,
      top: top.has(index),
      start: raw.readUInt32LE(ENTRY.start),
      size: raw.readUInt32LE(ENTRY.size),
    }
  }
}

/** Reads bytes, padded with zeros at the end of the file, because some programs do not fill the last sector. */
async function readAt(content: RandomAccessFile, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  ;(await content.read(position, length)).copy(bytes)
  return bytes
}
