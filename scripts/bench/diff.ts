import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { defaults } from '../../cli/commands/options.ts'
import { diffEdits } from './diff-edits.ts'
import { describeMachine } from './machine.ts'

/**
 * Seeded edits of the shipped content, after each of which `site diff` must name exactly the pages whose HTML is another
 * than before, as two builds from nothing tell.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      edits: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    },
  })
  const [times, seed] = [Number(values.edits), Number(values.seed)]
  process.stdout.write(`${describeMachine()}\nseed ${seed}, ${times} edits\n`)
  const home = mkdtempSync(path.join(tmpdir(), 'bench-diff-'))
  try {
    const found = await diffEdits({ home, content: defaults.content, seed, times })
    const sorted = found.milliseconds.sort((a, b) => a - b)
    const rows = {
      'pages that changed': found.pages,
      'of which no cause is told': found.unexplained,
      'edits that changed no page': found.same,
      'edits with other pages named': found.wrong.length,
      'milliseconds, median and longest': `${sorted[sorted.length >> 1]?.toFixed(0)} ${sorted.at(-1)?.toFixed(0)}`,
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(34)}${value}\n`)
    for (const one of found.wrong) process.stdout.write(`✗ ${one}\n`)
    if (found.wrong.length > 0) process.exitCode = 1
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
