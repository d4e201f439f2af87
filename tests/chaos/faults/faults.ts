import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRandom } from '../../random.ts'
import { makeMemoryFolder } from '../disk.ts'
import { describeMachine } from '../machine.ts'
import { seedOption } from '../seed-option.ts'
import { compileProgram } from './compile-program.ts'
import { describeFault, type Fault, listFaults, type Outcome, TIMED_OUT, tryFault } from './inject.ts'

const AT_ONCE = 2

/**
 * Repeats a scripted relay run for each of its file system calls and each error that the call may return. In each run,
 * strace makes that call fail once. Visitors and operators retry, and all promises are checked at the end.
 *
 * Not covered: `close`, two faults in one run, and calls of the main thread, which load Node itself and create the
 * spool's socket. `--sample 40 --seed 1` tests a random sample of the faults, `--only openat:EIO:17` tests one fault,
 * and `--only openat:EIO --at envelope.json` tests all matching faults. Concurrent calls may run in a different order
 * each time, so call numbers may differ.
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
      for (const failure of listFailures([outcome])) process.stdout.write(`✗ ${failure}\n`)
    },
  })
  const { outcomes } = result
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const failedStarts = outcomes.flatMap((outcome) => outcome.failedStarts)
  const rows = {
    ...(values.sample ? { seed: values.seed } : {}),
    'calls of a run': result.calls,
    'calls × errors': result.faults,
    'runs with a fault': outcomes.length,
    'runs that never made the call': outcomes.filter(({ hit }) => !hit).length,
    'submissions acknowledged': sum(({ acknowledged }) => acknowledged),
    'submissions retried after a 5xx': sum(({ refused }) => refused),
    'promises broken': sum(({ broken }) => broken.length),
    'restarts needed': sum(({ broken }) => (broken.some((promise) => promise.startsWith(TIMED_OUT)) ? 1 : 0)),
    parked: sum(({ parked }) => parked.length),
    'left over': sum(({ left }) => left.length),
    'failed starts': failedStarts.length,
    seconds: ((performance.now() - start) / 1000).toFixed(0),
  }
  for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(34)}${value}\n`)
  for (const message of new Set(failedStarts)) process.stdout.write(`  failed start: ${message}\n`)
  if (listFailures(outcomes).length > 0) process.exitCode = 1
}

interface FaultOptions {
  sample?: number
  seed?: number
  /** Faults to test, for example `openat`, `openat:EIO` or `openat:EIO:17`. */
  only?: string
  /** Pattern that the call must match, as printed by strace. */
  at?: RegExp
  onOutcome?(outcome: Outcome): void
}

/** Runs the script with each fault, with a random sample, or with the faults that match `only` and `at`. */
export async function tryFaults(options: FaultOptions) {
  const folder = makeMemoryFolder()
  try {
    const program = compileProgram('tests/chaos/faults/scripted-run.ts', folder)
    const { calls, faults, report } = await listFaults(program)
    if (listFailures([{ ...report, fault: { call: '', error: '', nth: 0, line: '' }, hit: '' }]).length > 0)
      throw new Error(`the run fails without a fault: ${JSON.stringify(report)}`)
    const queue = choose(faults, options).values()
    const outcomes: Outcome[] = []
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const fault of queue) {
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
    (fault) => `${describeFault(fault)}:`.startsWith(only && `${only}:`) && (at?.test(fault.line) ?? true),
  )
  const random = createRandom(seed)
  if (sample === undefined) return left
  return Array.from({ length: Math.min(sample, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}

/** Describes each failure, with the option that reproduces it and the call that failed. */
export function listFailures(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ fault, hit, broken, parked, left }) => {
    const wrong = [...broken, ...parked.map((name) => `parked: ${name}`), ...left.map((name) => `left over: ${name}`)]
    return wrong.length > 0 ? [[`--only ${describeFault(fault)}`, hit ?? '', ...wrong].join('\n    ')] : []
  })
}
