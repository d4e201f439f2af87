import { cpSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeMachine } from '../../tests/chaos/machine.ts'
import { measure } from '../../tests/chaos/measure.ts'
import { generateContent } from '../../tests/generate-content.ts'
import { addGerman } from '../../tests/german-agency.ts'
import { copyProject } from '../../tests/project-copy.ts'

/** Measures full builds of many articles in one and in two languages, alternately, and prints their ratio. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { articles: { type: 'string', default: '1000' }, runs: { type: 'string', default: '3' } },
  })
  process.stdout.write(`${describeMachine()}\n`)
  const project = copyProject()
  try {
    const [one, two] = [project.beside('one'), project.beside('two')]
    generateContent(one, Number(values.articles))
    cpSync(one, two, { recursive: true })
    await addGerman(two)
    const build = async (content: string) => {
      project.forgetContent()
      const out = project.beside('out')
      rmSync(out, { recursive: true, force: true })
      return measure(process.execPath, [project.program, 'build', '--content', content, '--out', out, '--json'])
    }
    // Compiles the bundles, which later builds reuse.
    await build(one)
    for (let number = 1; number <= Number(values.runs); number += 1) {
      const [first, second] = [await build(one), await build(two)]
      const ratio = (name: 'wall' | 'cpu') =>
        `${name} ${first[name].toFixed(1)} and ${second[name].toFixed(1)} s, ${(second[name] / first[name]).toFixed(2)} ×`
      process.stdout.write(`run ${number}: ${ratio('wall')}; ${ratio('cpu')}\n`)
    }
  } finally {
    project.remove()
  }
}
