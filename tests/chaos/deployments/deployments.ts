import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { agency } from '../../agency.ts'
import { copyProject } from '../../project-copy.ts'
import { listArguments } from '../kills/kill-builds.ts'
import { describeMachine } from '../machine.ts'
import { measure } from '../measure.ts'
import { seedOption } from '../seed-option.ts'
import { deployUnderLoad } from './deploy-under-load.ts'
import { changeComponents, changeContent } from './second-build.ts'

const EXAMPLES = 10

/** Deploys and rolls back releases, and restarts the relay, while visitors browse and clients submit forms. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      changes: { type: 'string', default: '30' },
      seed: seedOption,
    },
  })
  const [changes, seed] = [Number(values.changes), Number(values.seed)]
  process.stdout.write(`${describeMachine()}\nseed ${seed}, ${changes} changes\n`)
  const project = copyProject()
  try {
    const dists = [project.beside('first'), project.beside('second')] as const
    await measure(process.execPath, listArguments(project, agency, dists[0]))
    changeComponents(project)
    await measure(process.execPath, listArguments(project, changeContent(project.beside('content')), dists[1]))
    const [first, second] = dists.map(listScripts) as [string[], string[]]
    const row = (name: string, value: unknown) => process.stdout.write(`${name.padEnd(34)}${value}\n`)
    row('scripts of the second build', second.length)
    row('  not in the first build', second.filter((name) => !first.includes(name)).length)
    const folder = project.beside('deployed')
    mkdirSync(folder)
    const { counts, wrong } = await deployUnderLoad({ dists, folder, changes, seed })
    const rows = { ...counts, ...Object.fromEntries(Object.entries(wrong).map(([name, all]) => [name, all.length])) }
    for (const [name, value] of Object.entries(rows)) row(name, value)
    for (const [name, faults] of Object.entries(wrong)) {
      if (faults.length > 0) process.exitCode = 1
      for (const fault of faults.slice(0, EXAMPLES)) process.stdout.write(`✗ ${name}: ${fault}\n`)
    }
  } finally {
    project.remove()
  }
}

function listScripts(dist: string): string[] {
  const assets = path.join(dist, 'site', 'assets')
  return readdirSync(assets, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
}
