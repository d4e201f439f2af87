import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../../random.ts'
import { createSiteForms } from '../../relay/site-forms.ts'
import { makeMemoryFolder } from '../disk.ts'
import { describeMachine } from '../machine.ts'
import { seedOption } from '../seed-option.ts'
import { checkState, hashState, knowledgeAt } from './check-state.ts'
import { type Chance, type DiskModel, replay } from './disk-model.ts'
import { type Call, type Recording, record } from './recording.ts'

const EXAMPLES = 20

/**
 * Simulates a power cut after every system call of a recorded relay run. For each power cut, builds disk states that
 * POSIX allows (see `disk-model.ts`): with none, all, and random parts of the unsynced data. Starts the relay's spool
 * and delivery on each state, and checks every promise that the relay had made by then.
 *
 * `--draws` is the number of random states per call, `--seed` makes them repeatable, and `--points 50` limits the
 * number of calls. `--without ^folder`, `--without ^file` or `--without 'folder spool/queue$'` ignores the matching
 * syncs, to show that the suite detects the resulting loss.
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
      ...{ 'acknowledged and lost': lost.length, 'half delivered': half.length, 'parked or reappeared': parked.length },
      seconds: ((performance.now() - start) / 1000).toFixed(0),
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(26)}${value}\n`)
    const bad = [...lost, ...half, ...parked]
    for (const finding of bad.slice(0, EXAMPLES)) process.stdout.write(`✗ ${finding}\n`)
    if (bad.length > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface CrashOptions {
  /** Folder in which states are built. */
  folder: string
  draws: number
  seed: number
  /** Number of simulated power cuts, spread evenly over the recording. */
  points: number
  without?: RegExp
}

/** Builds the disk states for a recording and checks each distinct state. */
export async function checkCrashes(recording: Recording, { folder, draws, seed, points, without }: CrashOptions) {
  const disk = replay(recording, without)
  compareWithDisk(disk, recording)
  const random = createRandom(seed)
  const forms = createSiteForms()
  const lines = [...new Set([...recording.events.map(({ line }) => line), ...recording.calls.flatMap(linesOf)])]
  lines.sort((one, two) => one - two)
  const step = Math.max(1, lines.length / points)
  const chosen = lines.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  const seen = new Set<string>()
  const result = {
    ...{ 'changes, syncs, responses': chosen.length, 'states built': 0, 'states started': 0, 'acknowledged in all': 0 },
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
      result['acknowledged in all'] += about.known.filter(({ acknowledged }) => acknowledged).length
      const found = await checkState(state, about, forms, path.join(folder, 'state'))
      for (const kind of ['lost', 'half', 'parked'] as const)
        result[kind].push(...found[kind].map((finding) => `after line ${line}: ${finding}`))
    }
  }
  return result
}

/** Checks the model: with all changes applied, it must equal the real folder after the run. @throws if they differ */
function compareWithDisk(disk: DiskModel, { folder }: Recording): void {
  const state = disk.cutAfter(Number.POSITIVE_INFINITY, everything)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const at = path.relative(folder, file)
    const same = entry.isFile() ? state.get(at)?.equals(readFileSync(file)) : state.has(at) || entry.isSocket()
    if (!same) throw new Error(`the disk model differs at ${at}`)
    state.delete(at)
  }
  if (state.size > 0) throw new Error(`the disk model has ${[...state.keys()][0]}, which does not exist`)
}

/** Returns the lines after which a call may have taken effect: the start of the call or, for a sync, its end. */
function linesOf({ name, args, begin, end }: Call): number[] {
  if (name.endsWith('sync')) return [end]
  return name === 'openat' && !args.includes('O_CREAT') ? [] : [begin]
}

const nothing: Chance = { keeps: () => false, spoil: () => undefined }
const everything: Chance = { keeps: () => true, spoil: (bytes) => bytes }

/** Keeps a random part of the unsynced data. The fraction kept is also random, so that the states vary more. */
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
