import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { describeMachine } from '../../tests/chaos/machine.ts'
import { type Measured, measure } from '../../tests/chaos/measure.ts'
import { generateContent } from '../../tests/generate-content.ts'
import { copyProject, type ProjectCopy } from '../../tests/project-copy.ts'
import { compareGenerators } from './compare-generators.ts'
import { profileParts, summarizeProfiles } from './profile.ts'

const COLUMNS = ['pages', 'rendered', 'wall s', 'cpu s', 'pages/s', 'peak MB']
/** A file in the components bundle: changing it changes every page. */
const COMPONENT = 'src/site/document.tsx'

/**
 * Measures complete `site build` processes in a copy of the project. `--articles 40,10000` sets the article counts.
 * Then compares them with a minimal program and, with `--against <folder>`, the generators installed in that folder.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { articles: { type: 'string', default: '40,1000' }, against: { type: 'string' } },
  })
  const sizes = values.articles.split(',').map(Number)
  process.stdout.write(`${describeMachine()}\n`)
  const project = copyProject()
  try {
    for (const articles of sizes) await measureBuilds(project, articles)
    await compareGenerators(project, sizes, values.against === undefined ? undefined : path.resolve(values.against))
  } finally {
    project.remove()
  }
}

async function measureBuilds(project: ProjectCopy, articles: number): Promise<void> {
  const content = project.beside(`content-${articles}`)
  const out = project.beside('out')
  generateContent(content, articles)
  const command = [project.program, 'build', '--content', content, '--out', out, '--json']
  const runBuild = (args: readonly string[], flags: readonly string[] = []) =>
    measure(process.execPath, [...flags, ...command, ...args])
  process.stdout.write(`\n${`${articles} articles`.padEnd(32)}${COLUMNS.map((name) => name.padStart(9)).join('')}\n`)
  const clear = (clearCache: () => void) => {
    clearCache()
    rmSync(out, { recursive: true, force: true })
  }
  const cases: [name: string, before: () => void, ...args: string[]][] = [
    ['cold', () => clear(project.forgetAll)],
    ['pages only (--draft)', () => clear(project.forgetContent), '--draft'],
    ['full build, smallest (--best)', () => clear(project.forgetContent), '--best'],
    ['full build', () => clear(project.forgetContent)],
    ['nothing changed', () => {}],
    [
      'one article changed',
      () => appendFileSync(path.join(content, 'blog', `field-note-${articles - 1}.md`), '\nOne more sentence.\n'),
    ],
    ['one component changed', () => appendFileSync(path.join(project.root, COMPONENT), '// Changed.\n')],
  ]
  for (const [name, before, ...args] of cases) {
    before()
    print(name, await runBuild(args))
  }

  const profiles = project.beside('profiles')
  const profile = async (before: () => void) => {
    clear(before)
    mkdirSync(profiles)
    const measured = await runBuild([], ['--cpu-prof', `--cpu-prof-dir=${profiles}`])
    const times = splitByPart(measured, summarizeProfiles(profiles, project.root))
    rmSync(profiles, { recursive: true })
    return times
  }
  process.stdout.write('\nCPU seconds by part (separate runs)   cold   full build\n')
  const cold = await profile(project.forgetAll)
  const full = await profile(project.forgetContent)
  for (const part of Object.keys(cold))
    process.stdout.write(`${part.padEnd(32)}${seconds(cold[part], 10)}${seconds(full[part], 13)}\n`)
  for (const folder of [content, out]) rmSync(folder, { recursive: true, force: true })
}

/** Splits CPU time by part. Profiles include waiting for a CPU, so they are scaled to the main thread's CPU time. */
function splitByPart({ cpu, main, children }: Measured, profiles: ReturnType<typeof summarizeProfiles>) {
  const sum = (of: Record<string, number>) => Object.values(of).reduce((total, value) => total + value, 0)
  const share = main / sum(profiles.main)
  const found = profileParts.map((part): [string, number] => [
    part,
    ((profiles.main[part] ?? 0) + (profiles.workers[part] ?? 0)) * share,
  ])
  return Object.fromEntries([
    ['compile (processes)', children],
    ...found,
    ['threads: compress, cards, files', cpu - children - main - sum(profiles.workers) * share],
    ['all', cpu],
  ])
}

function seconds(value: number | undefined, width: number): string {
  return (value ?? Number.NaN).toFixed(2).padStart(width)
}

function print(name: string, { stdout, wall, cpu, peak }: Measured): void {
  const { pages, rendered } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  const rate = rendered > 1 ? (rendered / wall).toFixed(0) : '-'
  const columns = [pages, rendered, wall.toFixed(2), cpu.toFixed(2), rate, (peak / 1024 ** 2).toFixed(0)]
  process.stdout.write(`${name.padEnd(32)}${columns.map((text) => String(text).padStart(9)).join('')}\n`)
}
