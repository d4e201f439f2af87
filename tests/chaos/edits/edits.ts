import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseDocument } from 'yaml'
import { splitFrontMatter } from '../../../cli/content/front-matter.ts'
import { agency } from '../../agency.ts'
import { createRandom } from '../../random.ts'
import { seedOption } from '../seed-option.ts'
import { listChanges } from './draw-change.ts'
import { trySaves } from './try-saves.ts'
import { type Tried, trySplices } from './try-splices.ts'
import { withComments } from './with-comments.ts'

const SHOWN = 12

/**
 * Changes every field of every file, one at a time. Repeats this with Windows line endings and with comments. Then
 * saves random edits through the editor. Prints every unexpected difference.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: agency },
      seed: seedOption,
      /** Fraction of the field changes to make, for example 0.1. */
      share: { type: 'string', default: '1' },
      saves: { type: 'string', default: '500' },
    },
  })
  const [seed, share] = [Number(values.seed), Number(values.share)]
  const print = (text: string) => process.stdout.write(`${text}\n`)
  print(`seed ${seed}`)
  const seconds = stopwatch()
  const { made, refused, faults } = changeAll(values.content, seed, share)
  print(`${made} single values changed, ${faults.length} faults, ${seconds()} s`)
  for (const [reason, count] of [...refused].sort((a, b) => b[1] - a[1])) print(`${count} refused: ${reason}`)
  const saves = await trySaves(values.content, Number(values.saves), seed)
  const { saved, undone, atField, elsewhere, otherwise } = saves
  print(`${saved} saved, ${undone} of them undone; ${saves.refused} refused: ${atField} for errors at the field,`)
  print(`${elsewhere} for other errors, ${otherwise} for other reasons; ${saves.faults.length} faults, ${seconds()} s`)
  const all = [...faults, ...saves.faults]
  for (const fault of all.slice(0, SHOWN)) print(`✗ ${fault}`)
  if (all.length > 0) process.exitCode = 1
}

function changeAll(content: string, seed: number, share: number): Tried {
  const random = createRandom(seed)
  const tried: Tried = { made: 0, refused: new Map(), faults: [] }
  for (const file of readdirSync(content, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(?:yaml|md)$/.test(file) || file === 'README.md') continue
    const text = readFileSync(path.join(content, file), 'utf8')
    const front = file.endsWith('.md') ? splitFrontMatter(file, text) : { yaml: text }
    if ('rule' in front) throw new Error(`${file}: ${front.message}`)
    const shapes = {
      '': front.yaml,
      ' (Windows)': front.yaml.replaceAll('\n', '\r\n'),
      ' (comments)': withComments(front.yaml),
    }
    for (const [shape, yaml] of Object.entries(shapes)) {
      const changes = listChanges(parseDocument(yaml).toJS(), random).filter(() => random() < share)
      trySplices(file + shape, yaml, changes, tried)
    }
  }
  return tried
}

function stopwatch(): () => number {
  const begun = performance.now()
  return () => Math.round((performance.now() - begun) / 1000)
}
