import { site } from '@northshelf/site/entries/site.ts'
import { hexOf } from '@northshelf/site/theme/tokens.ts'
import type { z } from 'zod'
import { toSlug } from '../../content/slug.ts'
import { didYouMean } from '../../diagnostics/nearest.ts'
import { faultOfAccent } from '../../rules/accent.ts'
import { type Answers, type Asked, asked, forms, knownServices, parts } from './asked.ts'

/** Defines how an answer is checked. */
export interface Question {
  /** Returns the reason why an answer is invalid; undefined if it is valid. `known` contains the earlier answers. */
  fault(answer: string, known: Answers): string | undefined
  /** The default answer. */
  standard?(known: Answers): string
  /** Set if the answer is required on the command line. */
  needed?: true
}

/** Maximum length of a service name; longer names do not fit into titles and menus. */
const LONGEST_SERVICE = 30

/** Matches a place such as `Portland, ME, US`. */
export const TOWN = /^(?<town>[^,]+)(?:, ?(?<region>[^,]+))?, ?(?<country>[A-Z]{2})$/

export const questions: Readonly<Record<Asked, Question>> = {
  name: { fault: must('name', site.shape.logo), needed: true },
  url: {
    fault: must('url', site.shape.url),
    standard: ({ name = '' }) => `https://${toSlug(name) || 'agency'}.example`,
    needed: true,
  },
  email: {
    fault: must('email', site.shape.email),
    standard: ({ url = '' }) => `hello@${new URL(url).hostname}`,
    needed: true,
  },
  phone: { fault: may('phone', /^\+?\d[\d ().-]{3,30}$/) },
  postalAddress: { fault: may('postalAddress', /^.{1,100}$/) },
  town: { fault: may('town', TOWN) },
  accent: {
    fault: (answer) => must('accent', site.shape.accent)(answer, {}) ?? faultOfAccent(answer),
    standard: () => hexOf('tag'),
  },
  services: {
    fault: faultOfServices,
    standard: () => Object.keys(knownServices).slice(0, 3).join(', '),
  },
  without: { fault: (answer) => (answer === 'all' ? undefined : faultOfList(answer, parts)) },
  forms: {
    fault: (answer, { without = '' }) =>
      faultOfList(answer, Object.keys(forms)) ?? faultOfForms(listOf(answer), without),
    standard: ({ without = '' }) => {
      const fitting = Object.keys(forms).filter((form) => !whyNot(form, without))
      return (partsLeft(without).length === 0 ? fitting.slice(0, 1) : fitting).join(', ')
    },
  },
}

/** Splits an answer into a list: `Ads, Listings,` becomes Ads and Listings. */
export function listOf(answer: string): string[] {
  return answer.split(',').flatMap((item) => item.trim() || [])
}

/** Returns the parts that remain, without the parts that were excluded. */
export function partsLeft(without: string): string[] {
  return without === 'all' ? [] : parts.filter((part) => !listOf(without).includes(part))
}

/**
 * Returns the reason why a form cannot be chosen, if the part that it requires was excluded; undefined if it can be
 * chosen.
 */
function whyNot(form: string, without: string): string | undefined {
  const { part } = forms[form] ?? {}
  return part && !partsLeft(without).includes(part) ? `${form} requires ${part}` : undefined
}

function must(name: Asked, schema: z.ZodType): Question['fault'] {
  return (answer) => (schema.safeParse(answer).success ? undefined : `it must be ${asked[name].hint}`)
}

function may(name: Asked, pattern: RegExp): Question['fault'] {
  return (answer) => (answer === '' || pattern.test(answer) ? undefined : `it must be ${asked[name].hint}`)
}

function faultOfList(answer: string, known: readonly string[]): string | undefined {
  const list = listOf(answer)
  const unknown = list.find((item) => !known.includes(item))
  if (unknown === undefined) return findDuplicate(list)
  return [`there is no "${unknown}".`, didYouMean(unknown, known), `Choose from ${known.join(', ')}`]
    .filter(Boolean)
    .join(' ')
}

function faultOfForms(chosen: readonly string[], without: string): string | undefined {
  const lost = chosen.map((form) => whyNot(form, without)).find(Boolean)
  return (
    lost ??
    (partsLeft(without).includes('jobs') && !chosen.includes('application') ? 'jobs require application' : undefined)
  )
}

function faultOfServices(answer: string): string | undefined {
  const list = listOf(answer)
  const long = list.find((item) => item.length > LONGEST_SERVICE)
  if (list.length === 0) return 'it must name at least one; to have no services, leave out that part'
  return long ? `"${long}" has more than ${LONGEST_SERVICE} characters` : findDuplicate(list)
}

/** Returns a service that is listed twice. Two services are equal if they have the same address. */
function findDuplicate(list: readonly string[]): string | undefined {
  const addresses = list.map((item) => toSlug(item) || item)
  const again = list.find((_, index) => addresses.indexOf(addresses[index] ?? '') < index)
  return again && `"${again}" is listed twice`
}
