import { parseArgs } from 'node:util'
import { generateContent } from '../../generate-content.ts'
import { copyProject } from '../../project-copy.ts'
import { describeMachine } from '../machine.ts'
import { seedOption } from '../seed-option.ts'
import { killBuilds } from './kill-builds.ts'

/** Of the kills, one in so many finds nothing compiled. */
const COLD = 10
const EXAMPLES = 10

/**
 * kill -9 of builds into one folder at random moments; a build that goes through must then leave what it leaves in an
 * empty one. `--seed` repeats what changes and how much each build may write; the moment is the machine’s.
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
      'killed at work': counts.killed,
      'ended before their moment': counts.ended,
      'half made in the cache': counts.halves,
      'files compared': counts.files,
      'not as in a clean build': wrong.length,
      seconds: ((performance.now() - start) / 1000).toFixed(0),
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(32)}${value}\n`)
    for (const name of wrong.slice(0, EXAMPLES)) process.stdout.write(`✗ ${name}\n`)
    if (wrong.length > 0) process.exitCode = 1
  } finally {
    project.remove()
  }
}
