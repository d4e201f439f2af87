import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cacheRoot } from '../../cli/cache.mjs'
import { defaults } from '../../cli/commands/options.ts'
import { projectRoot } from '../../cli/paths.ts'
import { generateContent } from './generate-content.ts'

const RUNS = 5

/** `site check` as it is typed, from the start of the process to its end: shipped content and 1,000 articles. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const many = path.join(folder, 'content')
  generateContent(many, 1000)
  check(defaults.content)
  process.stdout.write('case                               wall ms    cpu ms   (median of 5)\n')
  print('shipped content', () => check(defaults.content))
  check(many)
  print('1,000 articles', () => check(many))
  let edits = 0
  print('1,000 articles, one changed', () => {
    edits += 1
    appendFileSync(path.join(many, 'blog', 'field-note-999.md'), `\nSentence ${edits}.\n`)
    return check(many)
  })
  for (const kind of ['markdown', 'yaml']) rmSync(path.join(cacheRoot, kind), { recursive: true, force: true })
  print('1,000 articles, nothing cached', () => check(many), 1)
  rmSync(folder, { recursive: true, force: true })
}

function check(content: string): { wall: number; cpu: number } {
  const program = path.join(projectRoot, 'scripts', 'site.mjs')
  const start = performance.now()
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@" >/dev/null', process.execPath, program, 'check', '--content', content],
    { encoding: 'utf8' },
  )
  const wall = performance.now() - start
  if (status !== 0) throw new Error(stderr)
  const [user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  return { wall, cpu: (user + system) * 1000 }
}

function print(name: string, measure: () => { wall: number; cpu: number }, runs = RUNS): void {
  const all = Array.from({ length: runs }, measure)
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const columns = [median(all.map(({ wall }) => wall)), median(all.map(({ cpu }) => cpu))]
  process.stdout.write(`${name.padEnd(32)}${columns.map((value) => value.toFixed(0).padStart(10)).join('')}\n`)
}
