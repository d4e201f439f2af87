import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRandom } from '../../random.ts'
import { makeMemoryFolder } from '../disk.ts'
import { describeMachine } from '../machine.ts'
import { seedOption } from '../seed-option.ts'
import { compileLife } from './compile-life.ts'
import { describeFault, type Fault, listFaults, NOT_BY_ITSELF, type Outcome, tryFault } from './inject.ts'

const AT_ONCE = 2

/**
 * Every fault once: one life of a relay is lived again for each call that it makes to the file system and each error
 * that this call may give, and in each of these lives that one call fails, once, at the boundary of the kernel. The life
 * goes on as people do, who send and ask again, and at its end all promises are looked at.
 *
 * What is not among them: calls of the main thread (Node loads itself, and makes the socket of the spool), `close`, and
 * two faults in one life. `--sample 40 --seed 1` tries some of them, `--only openat:EIO:17` one, `--only openat:EIO --at
 * envelope.json` those of its kind: the order of what goes on side by side differs from life to life, and so may numbers.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sample: { type: 'string' },
      seed: seedOption,
      only: { type: 'string' },
      at: { type: 'string' },
    },
  })
  process.stdout.write(`${describeMachine()}\n`)
  const start = performance.now()
  const result = await tryFaults({
    ...(values.sample ? { sample: Number(values.sample), seed: Number(values.seed) } : {}),
    ...(values.only ? { only: values.only } : {}),
    ...(values.at ? { at: new RegExp(values.at) } : {}),
    onOutcome(outcome) {
      for (const what of listFailures([outcome])) process.stdout.write(`✗ ${what}\n`)
    },
  })
  const { outcomes } = result
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + count(one), 0)
  const ended = outcomes.flatMap((one) => one.ended)
  const rows = {
    ...(values.sample ? { seed: values.seed } : {}),
    'calls of the life': result.calls,
    'calls × errors': result.faults,
    'lives with a fault': outcomes.length,
    'of them without the call': outcomes.filter(({ hit }) => !hit).length,
    'posts acknowledged': sum(({ acknowledged }) => acknowledged),
    'posts answered 5xx, sent again': sum(({ refused }) => refused),
    'promises broken': sum(({ broken }) => broken.length),
    'restarts needed': sum(({ broken }) => (broken.some((what) => what.startsWith(NOT_BY_ITSELF)) ? 1 : 0)),
    parked: sum(({ parked }) => parked.length),
    'left over': sum(({ left }) => left.length),
    'starts refused': ended.length,
    seconds: ((performance.now() - start) / 1000).toFixed(0),
  }
  for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(34)}${value}\n`)
  for (const message of new Set(ended)) process.stdout.write(`  start refused: ${message}\n`)
  if (listFailures(outcomes).length > 0) process.exitCode = 1
}

interface FaultOptions {
  sample?: number
  seed?: number
  /** Such as `openat`, `openat:EIO` or `openat:EIO:17`. */
  only?: string
  /** What the call has to look like. */
  at?: RegExp
  onOutcome?(outcome: Outcome): void
}

/** Lives a life with each fault that there is, with `sample` of them by a seed, or with the one named. */
export async function tryFaults(options: FaultOptions) {
  const folder = makeMemoryFolder()
  try {
    const program = compileLife('tests/chaos/faults/scripted-life.ts', folder)
    const { calls, faults, peace } = await listFaults(program)
    if (listFailures([{ ...peace, fault: { call: '', error: '', nth: 0, line: '' }, hit: '' }]).length > 0)
      throw new Error(`something is wrong without any fault: ${JSON.stringify(peace)}`)
    const rest = choose(faults, options).values()
    const outcomes: Outcome[] = []
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const fault of rest) {
          const outcome = await tryFault(program, fault)
          outcomes.push(outcome)
          options.onOutcome?.(outcome)
        }
      }),
    )
    return { calls, faults: faults.length, outcomes }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function choose(faults: readonly Fault[], { only = '', at, sample, seed = 0 }: FaultOptions): Fault[] {
  const left = faults.filter(
    (one) => `${describeFault(one)}:`.startsWith(only && `${only}:`) && (at?.test(one.line) ?? true),
  )
  const random = createRandom(seed)
  if (sample === undefined) return left
  return Array.from({ length: Math.min(sample, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}

/** Each with the fault that shows it again, and the call that was failed. */
export function listFailures(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ fault, hit, broken, parked, left }) => {
    const wrong = [...broken, ...parked.map((one) => `parked: ${one}`), ...left.map((one) => `left over: ${one}`)]
    return wrong.length > 0 ? [[`--only ${describeFault(fault)}`, hit ?? '', ...wrong].join('\n    ')] : []
  })
}
