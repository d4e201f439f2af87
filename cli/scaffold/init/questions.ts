import { postal } from '@northshelf/site/entries/postal.ts'
import { siteSchema } from '@northshelf/site/entries/site.ts'
import { parseValidUrl } from '@northshelf/site/schema/parse-url.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'
import pc from 'picocolors'
import type { z } from 'zod'
import { toSlug } from '../../content/slug.ts'
import { suggestCorrection } from '../../diagnostics/suggest.ts'
import { openTerminal } from '../../diagnostics/terminal.ts'
import { findAccentProblem } from '../../rules/colors.ts'
import { type Answers, knownServices, optionalParts, questionTexts, siteForms } from './question-texts.ts'

interface Question {
  /** Returns the reason why an answer is invalid; undefined if it is valid. `known` contains the earlier answers. */
  findProblem(answer: string, known: Answers): string | undefined
  /** The default answer. */
  standard?(known: Answers): string
  /** Set if the answer is required on the command line. */
  needed?: true
}

/** Maximum length of a service name; longer names do not fit into titles and menus. */
const LONGEST_SERVICE = 30

/** Matches a place such as `Portland, ME, US`. */
export const TOWN_PATTERN = /^(?<town>[^,]+)(?:, ?(?<region>[^,]+))?, ?(?<country>[A-Z]{2})$/

export const questions: Readonly<Record<keyof Answers, Question>> = {
  name: { findProblem: matchSchema('name', siteSchema.shape.logo), needed: true },
  url: {
    findProblem: matchSchema('url', siteSchema.shape.url),
    standard: ({ name = '' }) => `https://${toSlug(name) || 'company'}.example`,
    needed: true,
  },
  email: {
    findProblem: matchSchema('email', siteSchema.shape.email),
    standard: ({ url = '' }) => `hello@${parseValidUrl(url).hostname}`,
    needed: true,
  },
  phone: { findProblem: matchPattern('phone', /^\+?\d[\d ().-]{3,30}$/) },
  postalAddress: { findProblem: matchPattern('postalAddress', /^.{1,100}$/) },
  town: { findProblem: matchPattern('town', TOWN_PATTERN) },
  country: {
    findProblem: matchSchema('country', postal.shape.country),
    standard: ({ town = '' }) => TOWN_PATTERN.exec(town)?.groups?.country ?? 'US',
  },
  accent: {
    findProblem: (answer) => matchSchema('accent', siteSchema.shape.accent)(answer, {}) ?? findAccentProblem(answer),
    standard: () => getHexColor('tag'),
  },
  services: { findProblem: findServicesProblem, standard: () => Object.keys(knownServices).slice(0, 3).join(', ') },
  without: { findProblem: (answer) => (answer === 'all' ? undefined : findListProblem(answer, optionalParts)) },
  forms: {
    findProblem: (answer, { without = '' }) =>
      findListProblem(answer, Object.keys(siteForms)) ?? findFormsProblem(parseList(answer), without),
    standard: ({ without = '' }) => {
      const fitting = Object.keys(siteForms).filter((form) => !findMissingPart(form, without))
      return (listChosenParts(without).length === 0 ? fitting.slice(0, 1) : fitting).join(', ')
    },
  },
}

/** Asks for missing answers in the terminal. Enter accepts the default. @throws Failure if the terminal is closed */
export async function promptForAnswers(known: Answers): Promise<Required<Answers>> {
  const terminal = openTerminal()
  const answers: Answers = { ...known }
  const askOne = async (name: keyof Answers): Promise<string> => {
    const { ask, hint } = questionTexts[name]
    const { standard, findProblem } = questions[name]
    const defaultAnswer = standard?.(answers) ?? ''
    const prompt = `${pc.bold(ask)} ${pc.dim(`(${hint})`)}${defaultAnswer && ` [${defaultAnswer}]`}: `
    const answer = (await terminal.ask(prompt)).replace(/\s+/g, ' ') || defaultAnswer
    const problem = findProblem(answer, answers)
    if (problem === undefined) return answer
    process.stderr.write(`  ${pc.red('✗')} ${problem}.\n`)
    return askOne(name)
  }
  try {
    for (const name of Object.keys(questionTexts) as (keyof Answers)[]) answers[name] ??= await askOne(name)
    return answers as Required<Answers>
  } finally {
    terminal.close()
  }
}

/** Splits an answer into a list: `Ads, Listings,` becomes Ads and Listings. */
export function parseList(answer: string): string[] {
  return answer.split(',').flatMap((item) => item.trim() || [])
}

/** Returns the optional parts that are not excluded. */
export function listChosenParts(without: string): string[] {
  return without === 'all' ? [] : optionalParts.filter((part) => !parseList(without).includes(part))
}

function findMissingPart(form: string, without: string): string | undefined {
  const { part } = siteForms[form] ?? {}
  return part && !listChosenParts(without).includes(part) ? `the ${form} form requires ${part}` : undefined
}

function matchSchema(name: keyof Answers, schema: z.ZodType): Question['findProblem'] {
  return (answer) => (schema.safeParse(answer).success ? undefined : `it must be ${questionTexts[name].hint}`)
}

function matchPattern(name: keyof Answers, pattern: RegExp): Question['findProblem'] {
  return (answer) => (answer === '' || pattern.test(answer) ? undefined : `it must be ${questionTexts[name].hint}`)
}

function findListProblem(answer: string, known: readonly string[]): string | undefined {
  const list = parseList(answer)
  const unknown = list.find((item) => !known.includes(item))
  if (unknown === undefined) return findDuplicate(list)
  const hints = [suggestCorrection(unknown, known), `Choose from ${known.join(', ')}`]
  return `there is no "${unknown}". ${hints.filter(Boolean).join(' ')}`
}

function findFormsProblem(chosen: readonly string[], without: string): string | undefined {
  const lost = chosen.map((form) => findMissingPart(form, without)).find(Boolean)
  const lacksApplication = listChosenParts(without).includes('jobs') && !chosen.includes('application')
  return lost ?? (lacksApplication ? 'jobs require the application form' : undefined)
}

function findServicesProblem(answer: string): string | undefined {
  const list = parseList(answer)
  const long = list.find((item) => item.length > LONGEST_SERVICE)
  if (list.length === 0) return 'it must contain at least one service; to have none, leave out the part "services"'
  return long ? `"${long}" has more than ${LONGEST_SERVICE} characters` : findDuplicate(list)
}

/** Returns an error message if an item is listed twice. Items with the same address count as duplicates. */
function findDuplicate(list: readonly string[]): string | undefined {
  const addresses = list.map((item) => toSlug(item) || item)
  const again = list.find((_, index) => addresses.indexOf(addresses[index] ?? '') < index)
  return again && `"${again}" is listed twice`
}
