import path from 'node:path'
import type { Call, Recording } from './recording.ts'

/**
 * A disk with the weakest guarantees that POSIX allows, modeled on ALICE: Pillai et al., "All File Systems Are Not
 * Created Equal", OSDI 2014. A call takes effect at the line of the recording where it starts. After a power cut:
 *
 * - Changes made to a file or folder before a sync of it started are durable once that sync has ended. Syncing a file
 *   covers only its bytes, not its name. Syncing a folder covers only the names in it.
 * - Any other change may be present or missing, independently and in any order. Unsynced bytes of a file may be
 *   missing, truncated, or zeros up to the file's length.
 * - A rename may be present, missing, or half present, so that both the new and the old name exist. The new name
 *   replaces an existing file. The old name disappears only if the new name exists.
 * - Changes that are days old are durable, because every system writes data back within a minute.
 *
 * Not modeled: damage to synced data, disks that report a sync too early, failing syncs (see `chaos faults`), modes
 * and timestamps, and the relay's socket, which each start replaces.
 */
interface Change {
  begin: number
  end: number
  /** The change survives every power cut after this line of the recording. */
  durable: number
}
interface NameChange extends Change {
  name: string
  /** Node that has the name after this change; undefined if the name is removed. */
  node: Node | undefined
  /** The other half of a rename, without which this half cannot be present. */
  needs?: NameChange
}
interface DataChange extends Change {
  /** Offset of the bytes; undefined if the file is truncated. */
  at: number | undefined
  bytes: Buffer
}
interface Node {
  /** Changes to the names in a folder; undefined for files. */
  names: NameChange[] | undefined
  data: DataChange[]
}

/** File contents by path relative to the folder of the run; undefined for folders. */
export type DiskState = Map<string, Buffer | undefined>

/** Decides which unsynced names and bytes survive. */
export interface Chance {
  keeps(): boolean
  /**
   * Returns the surviving bytes of a file whose data after offset `from` is unsynced; undefined if the file reverts to
   * its last synced state.
   */
  spoil(bytes: Buffer, from: number): Buffer | undefined
}

export interface DiskModel {
  /** Returns a disk state that a power cut directly after this line may leave behind. */
  cutAfter(line: number, chance: Chance): DiskState
}

/**
 * Builds the model from a recording.
 * @param without pattern for the syncs to ignore, matched against `file` or `folder` and a path, for example
 * `folder spool/queue`
 */
export function replay({ calls, events, folder }: Recording, without?: RegExp): DiskModel {
  const root: Node = { names: [], data: [] }
  const changes: Change[] = []
  const open = new Map<number, { node: Node; at: number }>()
  const isInside = (file: string): boolean => file === folder || file.startsWith(`${folder}/`)
  const find = (file: string): Node | undefined => {
    if (file === folder || !isInside(file)) return file === folder ? root : undefined
    return find(path.dirname(file))?.names?.findLast(({ name }) => name === path.basename(file))?.node
  }

  const changeBy = <T>({ begin, end }: Call, details: T): T & Change => {
    const change = { ...details, begin, end, durable: Number.POSITIVE_INFINITY }
    changes.push(change)
    return change
  }

  /** Assigns a name to a node, or removes the name if there is no node. */
  const setName = (call: Call, file: string, node: Node | undefined, needs?: NameChange): NameChange => {
    const names = find(path.dirname(file))?.names
    const change = changeBy(call, { name: path.basename(file), node, ...(needs ? { needs } : {}) })
    names?.push(change)
    return change
  }

  const begin = (call: Call): void => {
    const { name, args, texts, subject = '' } = call
    const [file = '', other = ''] = texts.map(String)
    // Checks the path, because a socket may have reused the descriptor number of a file.
    const handle = isInside(subject) ? open.get(Number.parseInt(args, 10)) : undefined
    if (name === 'openat' && isInside(file) && args.includes('O_CREAT')) {
      const node = find(file)
      if (!node) setName(call, file, { names: undefined, data: [] })
      else if (args.includes('O_TRUNC')) node.data.push(changeBy(call, { at: undefined, bytes: Buffer.alloc(0) }))
    } else if (name === 'mkdir' && isInside(file)) setName(call, file, { names: [], data: [] })
    else if (['unlink', 'rmdir'].includes(name) && find(file)) setName(call, file, undefined)
    else if (name === 'rename' && isInside(file)) setName(call, file, undefined, setName(call, other, find(file)))
    else if (name.includes('write') && handle) {
      const bytes = Buffer.concat(texts).subarray(0, call.result)
      handle.node.data.push(changeBy(call, { at: handle.at, bytes }))
      handle.at += bytes.length
    } else if ((isInside(file) && ['link', 'symlink'].includes(name)) || (handle && /^ftrunc|pwrite/.test(name)))
      throw new Error(`the disk model does not support ${name}`)
  }

  const end = (call: Call): void => {
    const { name, args, texts, subject = '' } = call
    if (name === 'openat') {
      const node = find(String(texts[0]))
      const at = node && args.includes('O_APPEND') ? contentOf(node.data).length : 0
      // Descriptor numbers are reused after a close.
      open.delete(call.result)
      if (node) open.set(call.result, { node, at })
    }
    const node = name.startsWith('f') && name.endsWith('sync') ? open.get(Number.parseInt(args, 10))?.node : undefined
    if (!node || without?.test(`${node.names ? 'folder' : 'file'} ${path.relative(folder, subject)}`)) return
    for (const change of node.names ?? node.data)
      for (let one: NameChange | DataChange | undefined = change; one; one = 'needs' in one ? one.needs : undefined)
        if (one.end < call.begin) one.durable = Math.min(one.durable, call.end)
  }

  const days = events.find(({ event }) => event === 'days pass')?.line ?? 0
  const times = calls.flatMap((call) => [
    { line: call.begin, run: () => begin(call) },
    { line: call.end + 0.5, run: () => end(call) },
  ])
  for (const { run } of times.sort((one, two) => one.line - two.line)) run()
  for (const change of changes) if (change.end < days) change.durable = Math.min(change.durable, days)
  return { cutAfter: (line, chance) => cutAfter(root, line, chance) }
}

function cutAfter(root: Node, line: number, chance: Chance): DiskState {
  const state: DiskState = new Map()
  const decided = new Map<NameChange, boolean>()
  const isKept = (change: NameChange): boolean => {
    const known = decided.get(change)
    if (known !== undefined) return known
    const isLucky = change.begin <= line && (!change.needs || isKept(change.needs)) && chance.keeps()
    decided.set(change, change.durable <= line || isLucky)
    return change.durable <= line || isLucky
  }
  const write = ({ names, data }: Node, at: string): void => {
    if (!names) {
      const synced = data.filter(({ durable }) => durable <= line)
      const pending = data.filter(({ begin, durable }) => begin <= line && durable > line)
      const before = contentOf(synced)
      const from = pending.some(({ at }) => at === undefined) ? 0 : before.length
      const spoiled = pending.length > 0 ? chance.spoil(contentOf([...synced, ...pending]), from) : undefined
      return void state.set(at, spoiled ?? before)
    }
    if (at !== '') state.set(at, undefined)
    const present = new Map<string, Node>()
    for (const change of names)
      if (isKept(change)) {
        if (change.node) present.set(change.name, change.node)
        else present.delete(change.name)
      }
    for (const [name, node] of present) write(node, path.join(at, name))
  }
  write(root, '')
  return state
}

function contentOf(data: readonly DataChange[]): Buffer {
  let content = Buffer.alloc(0)
  for (const { at, bytes } of data) {
    const [head, tail] = [content.subarray(0, at ?? 0), content.subarray((at ?? content.length) + bytes.length)]
    content = Buffer.concat([head, Buffer.alloc(Math.max(0, (at ?? 0) - head.length)), bytes, tail])
  }
  return content
}
