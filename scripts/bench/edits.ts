import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseDocument } from 'yaml'
import { splitFrontMatter } from '../../cli/content/front-matter.ts'
import { listChanges } from './edits/draw-change.ts'
import { type Tried, trySplices } from './edits/try-splices.ts'
import { createRandom } from './random.ts'

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      content: { type: 'string', default: 'content' },
      share: { type: 'string', default: '1' },
    },
  })
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32))
  process.stdout.write(`seed ${seed}\n`)
  const random = createRandom(seed)
  const tried: Tried = { made: 0, refused: new Map(), faults: [] }
  const begun = performance.now()
  for (const file of readdirSync(values.content, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(?:yaml|md)$/.test(file) || file === 'README.md') continue
    const text = readFileSync(path.join(values.content, file), 'utf8')
    const front = file.endsWith('.md') ? splitFrontMatter(file, text) : { yaml: text }
    if ('rule' in front) throw new Error(file)
    const shapes: [string, string][] = [
      [file, front.yaml],
      [`${file} (CRLF)`, front.yaml.replaceAll('\n', '\r\n')],
      [`${file} (commented)`, withComments(front.yaml)],
    ]
    for (const [name, yaml] of shapes) {
      const changes = listChanges(parseDocument(yaml).toJS(), random).filter(() => random() < Number(values.share))
      trySplices(name, yaml, changes, tried)
    }
  }
  process.stdout.write(
    `${tried.made} made, ${tried.faults.length} faults, ${((performance.now() - begun) / 1000).toFixed(0)} s\n`,
  )
  for (const [reason, count] of [...tried.refused].sort((a, b) => b[1] - a[1]))
    process.stdout.write(`${count} refused: ${reason}\n`)
  for (const fault of tried.faults.slice(0, Number(process.env.FAULTS ?? 12))) process.stdout.write(`✗ ${fault}\n`)
  if (tried.faults.length > 0) process.exitCode = 1
}

/** Comments above every third field and behind every fifth short text. */
export function withComments(yaml: string): string {
  let [count, blockIndent] = [0, -1]
  return yaml
    .split('\n')
    .flatMap((line) => {
      const indent = /^ */.exec(line)?.[0].length ?? 0
      if (blockIndent >= 0 && (indent > blockIndent || line.trim() === '')) return [line]
      blockIndent = -1
      if (/(?:: |- )[|>][-+\d]*$/.test(line)) blockIndent = indent
      if (!/^ *(?:- )*[\w-]+:(?: |$)/.test(line)) return [line]
      count += 1
      const above = count % 3 === 0 && blockIndent < 0 ? [`${' '.repeat(indent)}# note ${count}`] : []
      return [...above, count % 5 === 0 && /: [\w-]+$/.test(line) ? `${line} # behind ${count}` : line]
    })
    .join('\n')
}
