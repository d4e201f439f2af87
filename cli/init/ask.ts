import { createInterface } from 'node:readline/promises'
import pc from 'picocolors'
import { exit, Failure } from '../report/failure.ts'
import { type Answers, type Asked, asked } from './asked.ts'
import { questions } from './questions.ts'

/** Asks at the terminal for what is not answered yet; Enter takes what stands in brackets. @throws Failure when it is left */
export async function ask(given: Answers): Promise<Required<Answers>> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const left = new Promise<never>((_, reject) =>
    terminal.once('close', () => reject(new Failure('\nNothing was written.', exit.interrupted))),
  )
  const answers: Answers = { ...given }
  const askOne = async (name: Asked): Promise<string> => {
    const { ask, hint } = asked[name]
    const { standard, fault } = questions[name]
    const enter = standard?.(answers) ?? ''
    const shown = `${pc.bold(ask)} ${pc.dim(`(${hint})`)}${enter && ` [${enter}]`}: `
    const answer = (await Promise.race([terminal.question(shown), left])).trim().replace(/\s+/g, ' ') || enter
    const wrong = fault(answer)
    if (wrong === undefined) return answer
    process.stderr.write(`  ${pc.red('✗')} ${wrong}.\n`)
    return askOne(name)
  }
  try {
    for (const name of Object.keys(asked) as Asked[]) answers[name] ??= await askOne(name)
    return answers as Required<Answers>
  } finally {
    left.catch(() => {})
    terminal.close()
  }
}
