import pc from 'picocolors'
import { openTerminal } from '../../diagnostics/terminal.ts'
import { type Answers, type QuestionName, questionTexts } from './asked.ts'
import { questions } from './questions.ts'

/** Asks for missing answers in the terminal. Enter accepts the default. @throws Failure if the terminal is closed */
export async function promptForAnswers(given: Answers): Promise<Required<Answers>> {
  const terminal = openTerminal()
  const answers: Answers = { ...given }
  const askOne = async (name: QuestionName): Promise<string> => {
    const { ask, hint } = questionTexts[name]
    const { standard, fault } = questions[name]
    const enter = standard?.(answers) ?? ''
    const shown = `${pc.bold(ask)} ${pc.dim(`(${hint})`)}${enter && ` [${enter}]`}: `
    const answer = (await terminal.ask(shown)).replace(/\s+/g, ' ') || enter
    const wrong = fault(answer, answers)
    if (wrong === undefined) return answer
    process.stderr.write(`  ${pc.red('✗')} ${wrong}.\n`)
    return askOne(name)
  }
  try {
    for (const name of Object.keys(questionTexts) as QuestionName[]) answers[name] ??= await askOne(name)
    return answers as Required<Answers>
  } finally {
    terminal.close()
  }
}
