import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cacheRoot } from '../../cli/cache.mjs'
import { generateContent } from './generate-content.ts'

interface Figures {
  pages: number
  rendered: number
  wall: number
  peak: number
}

/** Cold build, build without change, build after one article changed; at 40 and at 1,000 articles. */
export async function run(): Promise<void> {
  process.stdout.write('case                       pages  rendered   wall s   pages/s   peak MB\n')
  for (const articles of [40, 1000]) {
    const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
    const content = path.join(folder, 'content')
    const out = path.join(folder, 'out')
    generateContent(content, articles)
    const build = () => measure(['build', '--content', content, '--out', out, '--json'])
    // Cold: nothing compiled, no markdown rendered before.
    rmSync(cacheRoot, { recursive: true, force: true })
    print(`${articles} articles, cold`, build())
    for (const kind of ['markdown', 'yaml', 'outputs'])
      rmSync(path.join(cacheRoot, kind), { recursive: true, force: true })
    rmSync(out, { recursive: true, force: true })
    print(`${articles} articles, all pages`, build())
    print(`${articles} articles, no change`, build())
    appendFileSync(path.join(content, 'blog', `field-note-${articles - 1}.md`), '\nOne more sentence.\n')
    print(`${articles} articles, one changed`, build())
    rmSync(folder, { recursive: true, force: true })
  }
}

function measure(args: string[]): Figures {
  const program = path.join(import.meta.dirname, 'measured-build.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', program, ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
  const [built, measured] = stdout
    .trim()
    .split('\n')
    .slice(-2)
    .map((line) => JSON.parse(line))
  return { ...built, ...measured }
}

function print(name: string, { pages, rendered, wall, peak }: Figures): void {
  const columns = [
    pages,
    rendered,
    (wall / 1000).toFixed(2),
    rendered > 1 ? (rendered / (wall / 1000)).toFixed(0) : '-',
    (peak / 1024 ** 2).toFixed(0),
  ]
  process.stdout.write(`${name.padEnd(25)}${columns.map((text) => String(text).padStart(9)).join('')}\n`)
}
