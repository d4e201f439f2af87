import type { FileHandle } from 'node:fs/promises'

/** One thing in a compound file. */
export interface CompoundEntry {
  name: string
  kind: 'storage' | 'stream' | 'root'
  /** Stands in no folder of the container. */
  top: boolean
  start: number
  size: number
}

export interface CompoundFile {
  entries: CompoundEntry[]
  /** The first bytes of a stream, at most 64; undefined when it does not have so many. */
  readStart(entry: CompoundEntry, length: number): Promise<Buffer | undefined>
}

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const HEADER = 512
/** So many places of FAT sectors stand in the header, the others in sectors of their own. */
const LISTED_IN_HEADER = 109
const ENTRY = 128
/** A document with a thousand embedded objects has fewer. */
const MOST_ENTRIES = 8192
const MINI_SECTOR = 64
/** Smaller streams stand in the stream of the root entry, in mini sectors. */
const MINI_STREAM_BELOW = 4096
const KINDS: Record<number, CompoundEntry['kind']> = { 1: 'storage', 2: 'stream', 5: 'root' }

/**
 * Reads the directory of an OLE compound file ([MS-CFB]), as far as one must to tell what it holds: no stream is
 * read whole, and every chain of sectors ends after as many steps as the file has room for. Libraries that read
 * these files follow chains that lead back to themselves, and copy what overlaps, until the memory is full.
 * @returns undefined for what is no compound file, or a damaged one
 */
export async function openCompoundFile(handle: FileHandle): Promise<CompoundFile | undefined> {
  const header = await readAt(handle, 0, HEADER)
  const shift = header.readUInt16LE(30)
  if (!header.subarray(0, MAGIC.length).equals(MAGIC) || (shift !== 9 && shift !== 12)) return undefined
  const sectorSize = 2 ** shift
  const sectors = Math.ceil((await handle.stat()).size / sectorSize) - 1
  const readSector = (sector: number) => readAt(handle, (sector + 1) * sectorSize, sectorSize)

  const fat = await readFat()
  const directory = [...chain(header.readUInt32LE(48))]
  if (directory.length * sectorSize > MOST_ENTRIES * ENTRY) return undefined
  const bytes = Buffer.concat(await Promise.all(directory.map(readSector)))
  const top = listTop()
  const entries = Array.from({ length: bytes.length / ENTRY }, (_, at) => toEntry(at)).filter(
    (entry) => entry !== undefined,
  )

  return {
    entries,
    async readStart({ start, size }, length) {
      if (size < length || length > MINI_SECTOR) return undefined
      if (size >= MINI_STREAM_BELOW)
        return start < sectors ? readAt(handle, (start + 1) * sectorSize, length) : undefined
      const root = entries.find(({ kind }) => kind === 'root')
      const offset = start * MINI_SECTOR
      const sector = root && [...chain(root.start)][Math.floor(offset / sectorSize)]
      return sector === undefined
        ? undefined
        : readAt(handle, (sector + 1) * sectorSize + (offset % sectorSize), length)
    },
  }

  /** Sector by sector, the one that comes after it. */
  async function readFat(): Promise<Uint32Array> {
    const perSector = sectorSize / 4
    const most = Math.ceil(sectors / perSector)
    const places = Array.from({ length: LISTED_IN_HEADER }, (_, at) => header.readUInt32LE(76 + at * 4))
    let more = header.readUInt32LE(68)
    while (more < sectors && places.length < most) {
      const listed = await readSector(more)
      for (let at = 0; at < perSector - 1; at += 1) places.push(listed.readUInt32LE(at * 4))
      more = listed.readUInt32LE(sectorSize - 4)
    }
    const parts = await Promise.all(
      places
        .filter((place) => place < sectors)
        .slice(0, most)
        .map(readSector),
    )
    const all = Buffer.concat(parts)
    return Uint32Array.from({ length: Math.min(sectors, all.length / 4) }, (_, at) => all.readUInt32LE(at * 4))
  }

  /** The sectors of a chain, at most as many as there are: one that leads back to itself has no end. */
  function* chain(start: number): Generator<number> {
    let sector: number | undefined = start
    for (let count = 0; count < sectors && sector !== undefined && sector < sectors; count += 1) {
      yield sector
      sector = fat[sector]
    }
  }

  /** Numbers of the entries that stand directly in the root; each folder is a tree of neighbours. */
  function listTop(): Set<number> {
    const seen = new Set<number>()
    const waiting = bytes.length > 0 ? [bytes.readUInt32LE(76)] : []
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (seen.has(at) || (at + 1) * ENTRY > bytes.length) continue
      seen.add(at)
      waiting.push(bytes.readUInt32LE(at * ENTRY + 68), bytes.readUInt32LE(at * ENTRY + 72))
    }
    return seen
  }

  function toEntry(at: number): CompoundEntry | undefined {
    const raw = bytes.subarray(at * ENTRY, (at + 1) * ENTRY)
    const kind = KINDS[raw[66] ?? 0]
    if (!kind) return undefined
    const nameBytes = Math.min(64, raw.readUInt16LE(64)) - 2
    const name = raw.subarray(0, Math.max(0, nameBytes)).toString('utf16le')
    return { name, kind, top: top.has(at), start: raw.readUInt32LE(116), size: raw.readUInt32LE(120) }
  }
}

/** Bytes of a file; zeros where it ends earlier, because not every program fills up its last sector. */
async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer
}
