import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../cli/paths.ts'
import { type Measured, measure } from '../../tests/chaos/measure.ts'
import { generateContent } from '../../tests/generate-content.ts'
import type { ProjectCopy } from '../../tests/project-copy.ts'
import { quantile } from './quantile.ts'

/**
 * Number of rounds; the median is reported. With more than MANY articles, one round is enough, because noise is
 * relatively small.
 */
const ROUNDS = 3
const MANY = 2000
const CASES = ['cold', 'nothing changed']
const COLUMNS = ['pages', 'wall s', 'cpu s', 'peak MB']

/** A site generator to compare against. Its folder in `generators` contains a minimal site for the same articles. */
interface Generator {
  /** A program on the PATH, or the path of a Node script, relative to the folder where packages are installed. */
  program: string
  args: string[]
  version: string
  /** Folder for the articles. */
  articles: string
  /** Output folder. */
  out: string
  /** Cache folders. */
  caches: string[]
}

/** A lower bound for this project's stack: YAML, satteri and React in one process and one loop. */
const floor: Generator = {
  program: './build.mjs',
  args: [],
  version: '',
  articles: 'articles',
  out: 'public',
  caches: [],
}

const generators: Record<string, Generator> = {
  hugo: {
    program: 'hugo',
    args: ['--quiet'],
    version: 'version',
    articles: 'content/blog',
    out: 'public',
    caches: ['resources'],
  },
  eleventy: {
    program: 'node_modules/.bin/eleventy',
    args: ['--quiet'],
    version: '--version',
    articles: 'src/blog',
    out: '_site',
    caches: ['.cache'],
  },
  astro: {
    program: 'node_modules/.bin/astro',
    args: ['build', '--silent'],
    version: '--version',
    articles: 'articles',
    out: 'dist',
    caches: ['.astro', 'kept'],
  },
}

interface Contestant {
  name: string
  out: string
  clearCache(): void
  build(): Promise<Measured>
}
type Figures = Pick<Measured, 'wall' | 'cpu' | 'peak'>

/**
 * Builds the same articles with `site build`, with a minimal program and with other generators. They take turns, so
 * that other load on the machine affects them all. Only `site build` builds a complete site; the others build the
 * articles and a list.
 * @param against folder in which the packages of the other generators are installed
 */
export async function compareGenerators(
  project: ProjectCopy,
  sizes: readonly number[],
  against: string | undefined,
): Promise<void> {
  const chosen = Object.entries(against === undefined ? {} : generators).filter(([name, generator]) => {
    const version = readVersion(generator, against ?? '')
    process.stdout.write(version === undefined ? `${name} not found, skipped\n` : `${name}: ${version}\n`)
    return version !== undefined
  })
  for (const articles of sizes) {
    const content = project.beside('same-content')
    generateContent(content, articles)
    const own = listOwnBuilds(project, content)
    const others = chosen.map(([name, generator]) =>
      prepare(name, generator, content, project.beside(name), against ?? ''),
    )
    const all = [...own, prepare('floor', floor, content, project.beside('floor'), projectRoot), ...others]
    const rounds = articles > MANY ? 1 : ROUNDS
    const figures = await takeTurns(all, rounds)
    const ratios = own.map(({ name }) => `${name} takes`.padStart(26)).join('')
    process.stdout.write(
      `\n${`${articles} articles`.padEnd(32)}${COLUMNS.map((column) => column.padStart(9)).join('')}${ratios}\n`,
    )
    for (const name of CASES) for (const contestant of all) print(name, contestant, figures, own)
    for (const folder of ['same-content', ...all.map(({ name }) => name)])
      rmSync(project.beside(folder), { recursive: true, force: true })
  }
}

/** Returns two builds of this project: a full build, and one that writes only pages, like the other generators. */
function listOwnBuilds({ program, beside, forgetContent }: ProjectCopy, content: string): Contestant[] {
  return [[], ['--draft']].map((more) => {
    const name = ['site', 'build', ...more].join(' ')
    const args = [program, 'build', '--content', content, '--out', beside(name), '--quiet', ...more]
    return { name, out: beside(name), clearCache: forgetContent, build: () => measure(process.execPath, args) }
  })
}

function prepare(name: string, generator: Generator, content: string, folder: string, against: string): Contestant {
  cpSync(path.join(import.meta.dirname, 'generators', name), folder, { recursive: true })
  for (const kind of ['blog', 'insights'])
    cpSync(path.join(content, kind), path.join(folder, generator.articles), { recursive: true })
  const packages = path.join(against, 'node_modules')
  if (existsSync(packages)) symlinkSync(packages, path.join(folder, 'node_modules'))
  const [command, args] = commandOf(generator, folder)
  return {
    name,
    out: path.join(folder, generator.out),
    clearCache() {
      for (const cache of generator.caches) rmSync(path.join(folder, cache), { recursive: true, force: true })
    },
    build: () => measure(command, [...args, ...generator.args], { cwd: folder, env: ENVIRONMENT }),
  }
}

const ENVIRONMENT = { ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }

function commandOf({ program }: Generator, folder: string): [command: string, args: string[]] {
  return program.includes('/') ? [process.execPath, [path.join(folder, program)]] : [program, []]
}

function readVersion(generator: Generator, against: string): string | undefined {
  const [command, args] = commandOf(generator, against)
  const { status, stdout } = spawnSync(command, [...args, generator.version], {
    encoding: 'utf8',
    env: { ...process.env, ...ENVIRONMENT },
  })
  return status === 0 ? stdout.trim() : undefined
}

/** Returns the measurements, keyed by contestant and case. */
async function takeTurns(all: readonly Contestant[], rounds: number): Promise<Map<string, Figures>> {
  const results = new Map<string, Measured[]>()
  for (let round = 0; round < rounds; round += 1)
    for (const contestant of all) {
      rmSync(contestant.out, { recursive: true, force: true })
      contestant.clearCache()
      for (const name of CASES) {
        const key = contestant.name + name
        results.set(key, [...(results.get(key) ?? []), await contestant.build()])
      }
    }
  return new Map(
    [...results].map(([key, measured]) => {
      const median = (figure: keyof Figures) => {
        const values = measured.map((build) => build[figure])
        return quantile(values, 0.5)
      }
      return [key, { wall: median('wall'), cpu: median('cpu'), peak: median('peak') }]
    }),
  )
}

function print(name: string, contestant: Contestant, figures: Map<string, Figures>, own: readonly Contestant[]): void {
  const figuresOf = (other: Contestant) => figures.get(other.name + name) as Figures
  const { wall, cpu, peak } = figuresOf(contestant)
  const files = readdirSync(contestant.out, { recursive: true, encoding: 'utf8' })
  const pages = files.filter((file) => file.endsWith('.html')).length
  const columns = [String(pages), wall.toFixed(2), cpu.toFixed(2), (peak / 1024 ** 2).toFixed(0)]
  const ratios = own.map((build) => {
    const { wall: ownWall, cpu: ownCpu } = figuresOf(build)
    return own.includes(contestant) ? '' : `${(ownWall / wall).toFixed(1)} × ${(ownCpu / cpu).toFixed(1)} ×`
  })
  process.stdout.write(
    `${`${contestant.name}, ${name}`.padEnd(32)}${columns.map((text) => text.padStart(9)).join('')}${ratios.map((text) => text.padStart(26)).join('')}\n`,
  )
}
