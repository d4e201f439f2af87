import path from 'node:path'
import type { Call, Recording } from './recording.ts'

/**
 * A disk as weak as POSIX allows, after the method of ALICE: Pillai and others, "All File Systems Are Not Created
 * Equal", OSDI 2014. A call counts from the line in which it began. What a power cut leaves of it:
 *
 * - What a file or folder got before a sync of it began is there once that sync has ended. A sync of a file is of its
 *   bytes, one of a folder of the names in it; neither is of anything else, not of the file's own name either.
 * - Anything else may be there or not, each for itself and in any order. Bytes of one file may be missing, cut, or
 *   zeros as far as the file had grown.
 * - A rename is there, or not, or only its new name beside the old one, both for the same thing, which a state has twice;
 *   what stood under the new name is replaced. A name that has left its old place for good has come to the new one.
 * - What was left alone for days is there: every system writes back within a minute.
 *
 * Not modelled: damage to what was synced, disks that lie about a sync, syncs that fail (see `chaos faults`), modes and
 * times, and the relay's socket, which a start replaces.
 */
interface Change {
  begin: number
  end: number
  /** Line from which no power cut undoes it. */
  durable: number
}
interface NameChange extends Change {
  name: string
  /** What has the name from now on; undefined when nothing has. */
  node: Node | undefined
  /** The other half of a rename, without which this one is not. */
  needs?: NameChange
}
interface DataChange extends Change {
  /** Where the bytes go; undefined when the file is emptied. */
  at: number | undefined
  bytes: Buffer
}
interface Node {
  /** Undefined for files. */
  names: NameChange[] | undefined
  data: DataChange[]
}

/** Files by their path from the folder of the life; folders have no bytes. */
export type DiskState = Map<string, Buffer | undefined>

/** Decides about what was not synced: whether a name is kept, and how much of a file's bytes. */
export interface Chance {
  keeps(): boolean
  /** What is left of the bytes of a file that are not synced from here on; undefined when it is as it was before. */
  spoil(bytes: Buffer, from: number): Buffer | undefined
}

export interface DiskModel {
  /** What a power cut right after this line may leave. */
  cutAfter(line: number, chance: Chance): DiskState
}

/**
 * @param without syncs to pass over, to see that they are missed: `file` or `folder` and its path in the folder of the
 * life, such as `folder spool/queue`
 */
export function replay({ calls, events, folder }: Recording, without?: RegExp): DiskModel {
  const root: Node = { names: [], data: [] }
  const changes: Change[] = []
  const open = new Map<number, { node: Node; at: number }>()
  const isOurs = (file: string): boolean => file === folder || file.startsWith(`${folder}/`)
  const find = (file: string): Node | undefined => {
    if (file === folder || !isOurs(file)) return file === folder ? root : undefined
    return find(path.dirname(file))?.names?.findLast(({ name }) => name === path.basename(file))?.node
  }

  const changeBy = <T>({ begin, end }: Call, what: T): T & Change => {
    const change = { ...what, begin, end, durable: Number.POSITIVE_INFINITY }
    changes.push(change)
    return change
  }

  /** Gives a name to a node, or takes it away. */
  const rename = (call: Call, file: string, node: Node | undefined, needs?: NameChange): NameChange => {
    const names = find(path.dirname(file))?.names
    const change = changeBy(call, { name: path.basename(file), node, ...(needs ? { needs } : {}) })
    names?.push(change)
    return change
  }

  const begin = (call: Call): void => {
    const { name, args, texts, subject = '' } = call
    const [file = '', other = ''] = texts.map(String)
    // Numbers of connections come back too.
    const handle = isOurs(subject) ? open.get(Number.parseInt(args, 10)) : undefined
    if (name === 'openat' && isOurs(file) && args.includes('O_CREAT')) {
      const node = find(file)
      if (!node) rename(call, file, { names: undefined, data: [] })
      else if (args.includes('O_TRUNC')) node.data.push(changeBy(call, { at: undefined, bytes: Buffer.alloc(0) }))
    } else if (name === 'mkdir' && isOurs(file)) rename(call, file, { names: [], data: [] })
    else if (['unlink', 'rmdir'].includes(name) && find(file)) rename(call, file, undefined)
    else if (name === 'rename' && isOurs(file)) rename(call, file, undefined, rename(call, other, find(file)))
    else if (name.includes('write') && handle) {
      const bytes = Buffer.concat(texts).subarray(0, call.result)
      handle.node.data.push(changeBy(call, { at: handle.at, bytes }))
      handle.at += bytes.length
    } else if ((isOurs(file) && ['link', 'symlink'].includes(name)) || (handle && /^ftrunc|pwrite/.test(name)))
      throw new Error(`the model of the disk does not know ${name}`)
  }

  const end = (call: Call): void => {
    const { name, args, texts, subject = '' } = call
    if (name === 'openat') {
      const node = find(String(texts[0]))
      const at = node && args.includes('O_APPEND') ? contentOf(node.data).length : 0
      // A number comes back when what it stood for was closed.
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
    const free = change.begin <= line && (!change.needs || isKept(change.needs)) && chance.keeps()
    decided.set(change, change.durable <= line || free)
    return change.durable <= line || free
  }
  const show = ({ names, data }: Node, at: string): void => {
    if (!names) {
      const synced = data.filter(({ durable }) => durable <= line)
      const pending = data.filter(({ begin, durable }) => begin <= line && durable > line)
      const before = contentOf(synced)
      const from = pending.some(({ at }) => at === undefined) ? 0 : before.length
      const left = pending.length > 0 ? chance.spoil(contentOf([...synced, ...pending]), from) : undefined
      return void state.set(at, left ?? before)
    }
    if (at !== '') state.set(at, undefined)
    const standing = new Map<string, Node>()
    for (const change of names)
      if (isKept(change)) {
        if (change.node) standing.set(change.name, change.node)
        else standing.delete(change.name)
      }
    for (const [name, node] of standing) show(node, path.join(at, name))
  }
  show(root, '')
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
