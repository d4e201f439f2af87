import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite, UnpublishableError } from '../../../cli/build/build.ts'
import type { Content } from '../../../src/collections/content.ts'
import { agency } from '../../agency.ts'
import { describeMachine } from '../machine.ts'
import { seedOption } from '../seed-option.ts'
import { diffEdits, type Published } from './compare-builds.ts'

/**
 * Makes seeded random edits to the agency. After each edit, `site diff` must list exactly the pages whose HTML
 * differs between two clean builds.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      edits: { type: 'string', default: '200' },
      seed: seedOption,
    },
  })
  const [times, seed] = [Number(values.edits), Number(values.seed)]
  process.stdout.write(`${describeMachine()}\nseed ${seed}, ${times} edits\n`)
  const home = mkdtempSync(path.join(tmpdir(), 'chaos-diff-'))
  try {
    const found = await diffEdits({
      home,
      content: agency,
      seed,
      times,
      publish: (content) => build(content, home),
    })
    const sorted = found.milliseconds.sort((a, b) => a - b)
    const rows = {
      'changed pages': found.pages,
      'of them without a cause': found.unexplained,
      'edits that changed no page': found.same,
      'edits with wrong lists of pages': found.wrong.length,
      'milliseconds, median and longest': `${sorted[sorted.length >> 1]?.toFixed(0)} ${sorted.at(-1)?.toFixed(0)}`,
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(34)}${value}\n`)
    for (const fault of found.wrong) process.stdout.write(`✗ ${fault}\n`)
    if (found.wrong.length > 0) process.exitCode = 1
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Builds the pages into an empty folder. */
async function build(content: Content, home: string): Promise<Published | undefined> {
  const out = path.join(home, 'out')
  try {
    await buildSite({ content, out, effort: 'none' })
    const site = path.join(out, 'site')
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
    const pageOf = (file: string) => (file === 'index.html' ? '/' : `/${file.slice(0, -'.html'.length)}`)
    return new Map(files.map((file) => [pageOf(file), readFileSync(path.join(site, file), 'utf8')]))
  } catch (error) {
    if (error instanceof UnpublishableError) return undefined
    throw error
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
