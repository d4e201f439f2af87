import { parseArgs } from 'node:util'
import { suggestCorrection } from '../../diagnostics/suggest.ts'
import { type Answers, questionTexts, toFlag } from './question-texts.ts'
import { questions } from './questions.ts'

const names = Object.keys(questionTexts) as (keyof Answers)[]

export interface ParsedAnswers {
  answers: Answers
  /** A message for each invalid option. */
  invalid: string[]
  /** The required options that are missing. */
  missing: string[]
}

/** Validates answers that were given as options. */
export function parseAnswers(flags: Answers): ParsedAnswers {
  const answers: Answers = {}
  const invalid: string[] = []
  for (const name of names) {
    const answer = flags[name]?.trim().replace(/\s+/g, ' ')
    if (answer === undefined) continue
    const problem = questions[name].findProblem(answer, answers)
    if (problem === undefined) answers[name] = answer
    else invalid.push(`${toFlag(name)} "${answer}": ${problem}.`)
  }
  const missing = names.flatMap((name) => (questions[name].needed && !(name in flags) ? toFlag(name) : []))
  return { answers, invalid, missing }
}

/** Describes required options that are missing, in one sentence. */
export function describeMissing(missing: readonly string[]): string {
  return `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.`
}

/**
 * Returns a message for each mistake in the options of `npm create northshelf`. `scripts/pack.mjs` bundles this
 * function into that package, which has no other code of the tool until it has installed it.
 * @param canAsk whether the user can answer questions about missing options
 */
export function findOptionProblems(args: readonly string[], canAsk: boolean): string[] {
  const flags = new Map(names.map((name) => [toFlag(name), name]))
  const options = Object.fromEntries([...flags.keys()].map((flag) => [flag.slice(2), { type: 'string' as const }]))
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  const given: Answers = {}
  const unusable: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional')
      unusable.push(`"${token.value}" is not an option. Put quotes around text with spaces.`)
    if (token.kind !== 'option') continue
    const name = flags.get(token.rawName)
    const suggestion = suggestCorrection(token.rawName, flags.keys()) ?? ''
    if (!name) unusable.push(`There is no option ${token.rawName}. ${suggestion}`.trimEnd())
    else if (token.value === undefined) unusable.push(`${token.rawName} has no value.`)
    else given[name] = token.value
  }
  const { invalid, missing } = parseAnswers(given)
  return [...unusable, ...invalid, ...(missing.length > 0 && !canAsk ? [describeMissing(missing)] : [])]
}
