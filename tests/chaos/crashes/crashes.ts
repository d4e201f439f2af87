import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../../random.ts'
import { createFormBook } from '../../relay/form-book.ts'
import { makeMemoryFolder } from '../disk.ts'
import { describeMachine } from '../machine.ts'
import { seedOption } from '../seed-option.ts'
import { checkState, hashState, knowledgeAt } from './check-state.ts'
import { type Chance, type DiskModel, replay } from './disk-model.ts'
import { type Call, type Recording, record } from './recording.ts'

const EXAMPLES = 20

/**
 * Every crash state: a relay's life is recorded call by call, and for a power cut after each call the states are built
 * that a weak disk may leave (`crash/disk-model.ts` says how weak): with nothing of what was not synced, with all of it,
 * and with some of it by chance. On each the relay's spool and delivery are started, and everything must be there that
 * somebody was promised by then.
 *
 * `--draws` is how many states are drawn by chance for each call, `--seed` repeats them, `--points 50` takes as many of
 * the calls only. `--without ^folder`, `--without ^file` or `--without 'folder spool/queue$'` shows that the suite can
 * find a loss: it replays the recording as if these syncs had never been.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      draws: { type: 'string', default: '3' },
      points: { type: 'string' },
      seed: seedOption,
      without: { type: 'string' },
    },
  })
  process.stdout.write(`${describeMachine()}\n`)
  const start = performance.now()
  const folder = makeMemoryFolder()
  try {
    const recording = await record(folder)
    const [draws, seed] = [Number(values.draws), Number(values.seed)]
    const { lost, half, parked, ...counts } = await checkCrashes(recording, {
      ...{ folder, draws, seed, points: values.points ? Number(values.points) : Number.POSITIVE_INFINITY },
      ...(values.without ? { without: new RegExp(values.without) } : {}),
    })
    const rows = {
      ...{ seed, submissions: recording.sent.length, ...counts },
      ...{ 'acknowledged and lost': lost.length, 'half delivered': half.length, 'parked or come back': parked.length },
      seconds: ((performance.now() - start) / 1000).toFixed(0),
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(26)}${value}\n`)
    const bad = [...lost, ...half, ...parked]
    for (const what of bad.slice(0, EXAMPLES)) process.stdout.write(`✗ ${what}\n`)
    if (bad.length > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface CrashOptions {
  /** Where states are built. */
  folder: string
  draws: number
  seed: number
  /** Calls, spread over the recording, after which the power is cut. */
  points: number
  without?: RegExp
}

/** Builds the states of a recording and looks at each that is like no other. */
export async function checkCrashes(recording: Recording, { folder, draws, seed, points, without }: CrashOptions) {
  const disk = replay(recording, without)
  compareWithDisk(disk, recording)
  const random = createRandom(seed)
  const forms = createFormBook()
  const lines = [...new Set([...recording.events.map(({ line }) => line), ...recording.calls.flatMap(linesOf)])]
  lines.sort((one, two) => one - two)
  const step = Math.max(1, lines.length / points)
  const chosen = lines.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  const seen = new Set<string>()
  const result = {
    ...{ 'changes, syncs, answers': chosen.length, 'states built': 0, 'states started': 0, 'acknowledged, in all': 0 },
    ...{ lost: [] as string[], half: [] as string[], parked: [] as string[] },
  }
  for (const line of chosen) {
    const about = knowledgeAt(recording, line)
    for (const chance of [nothing, everything, ...Array.from({ length: draws }, () => draw(random))]) {
      const state = disk.cutAfter(line, chance)
      result['states built']++
      const mark = `${hashState(state)} ${JSON.stringify(about.known)}`
      if (seen.has(mark)) continue
      seen.add(mark)
      result['states started']++
      result['acknowledged, in all'] += about.known.filter(({ acknowledged }) => acknowledged).length
      const found = await checkState(state, about, forms, path.join(folder, 'state'))
      for (const kind of ['lost', 'half', 'parked'] as const)
        result[kind].push(...found[kind].map((what) => `after line ${line}: ${what}`))
    }
  }
  return result
}

/** The model is to be believed only when all of it together is what really stands on the disk after the life. */
function compareWithDisk(disk: DiskModel, { folder }: Recording): void {
  const state = disk.cutAfter(Number.POSITIVE_INFINITY, everything)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const at = path.relative(folder, file)
    const same = entry.isFile() ? state.get(at)?.equals(readFileSync(file)) : state.has(at) || entry.isSocket()
    if (!same) throw new Error(`the model of the disk is wrong about ${at}`)
    state.delete(at)
  }
  if (state.size > 0) throw new Error(`the model of the disk has ${[...state.keys()][0]}, which is not there`)
}

/** When a call may have changed something: as soon as it has begun; a sync, once it has ended. */
function linesOf({ name, args, begin, end }: Call): number[] {
  if (name.endsWith('sync')) return [end]
  return name === 'openat' && !args.includes('O_CREAT') ? [] : [begin]
}

const nothing: Chance = { keeps: () => false, spoil: () => undefined }
const everything: Chance = { keeps: () => true, spoil: (bytes) => bytes }

/** Some of what was not synced. How much is drawn too, for states that differ most. */
function draw(random: () => number): Chance {
  const part = random()
  return {
    keeps: () => random() < part,
    spoil(bytes, from) {
      const cut = from + Math.floor(random() * (bytes.length - from + 1))
      const zeros = Buffer.concat([bytes.subarray(0, cut), Buffer.alloc(bytes.length - cut)])
      return [undefined, bytes, bytes.subarray(0, cut), zeros][Math.floor(random() * 4)]
    },
  }
}
