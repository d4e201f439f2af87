import { parseArgs } from 'node:util'
import { generateContent } from '../../generate-content.ts'
import { copyProject } from '../../project-copy.ts'
import { describeMachine } from '../machine.ts'
import { seedOption } from '../seed-option.ts'
import { killBuilds } from './kill-builds.ts'

/** One in every COLD killed builds starts without compiled code. */
const COLD = 10
const EXAMPLES = 10

/**
 * Runs builds that write to one folder, and kills them with SIGKILL at random times. A complete build must then produce
 * the same result as a build into an empty folder. `--seed` repeats the content changes and the number of files that
 * each build may write, but not the exact times.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      articles: { type: 'string', default: '1000' },
      times: { type: 'string', default: '50' },
      seed: seedOption,
    },
  })
  const [articles, times, seed] = [values.articles, values.times, values.seed].map(Number) as [number, number, number]
  process.stdout.write(`${describeMachine()}\nseed ${seed}, ${articles} articles, ${times} builds to kill\n`)
  const project = copyProject()
  const start = performance.now()
  try {
    const content = project.beside('original')
    generateContent(content, articles)
    const cold = Math.ceil(times / COLD)
    const { wrong, ...counts } = await killBuilds(project, { content, times, cold, seed })
    const rows = {
      killed: counts.killed,
      'finished before the kill': counts.ended,
      'incomplete files in the cache': counts.incomplete,
      'files compared': counts.files,
      'different from a clean build': wrong.length,
      seconds: ((performance.now() - start) / 1000).toFixed(0),
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(32)}${value}\n`)
    for (const name of wrong.slice(0, EXAMPLES)) process.stdout.write(`✗ ${name}\n`)
    if (wrong.length > 0) process.exitCode = 1
  } finally {
    project.remove()
  }
}
