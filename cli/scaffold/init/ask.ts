import pc from 'picocolors'
import { openTerminal } from '../../diagnostics/terminal.ts'
import { type Answers, type QuestionName, questionTexts } from './question-texts.ts'
import { questions } from './questions.ts'

/** Asks for missing answers in the terminal. Enter accepts the default. @throws Failure if the terminal is closed */
export async function promptForAnswers(known: Answers): Promise<Required<Answers>> {
  const terminal = openTerminal()
  const answers: Answers = { ...known }
  const askOne = async (name: QuestionName): Promise<string> => {
    const { ask, hint } = questionTexts[name]
    const { standard, fault } = questions[name]
    const defaultAnswer = standard?.(answers) ?? ''
    const prompt = `${pc.bold(ask)} ${pc.dim(`(${hint})`)}${defaultAnswer && ` [${defaultAnswer}]`}: `
    const answer = (await terminal.ask(prompt)).replace(/\s+/g, ' ') || defaultAnswer
    const problem = fault(answer, answers)
    if (problem === undefined) return answer
    process.stderr.write(`  ${pc.red('✗')} ${problem}.\n`)
    return askOne(name)
  }
  try {
    for (const name of Object.keys(questionTexts) as QuestionName[]) answers[name] ??= await askOne(name)
    return answers as Required<Answers>
  } finally {
    terminal.close()
  }
}
