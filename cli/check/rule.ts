import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { oncePer } from './once-per.ts'

/** What `site explain` says of a rule. */
export interface Explanation {
  /** What is wrong, in one sentence. */
  means: string
  /** What a visitor would notice. */
  matters: string
  bad: string
  good: string
  /** How to mend it. */
  fix: string
}

/** A rule, or a few that are found together, by id. */
export interface Rules {
  explanations: Readonly<Record<string, Explanation>>
  /** Looks at all files together. Finds nothing of what shows while files are read, or only in finished pages. */
  find(folder: ParsedFolder): Problem[]
}

/**
 * Defines rules where they are found; `list.ts` names all of them.
 * @param find left out where other code than that of the checks finds them
 */
export function defineRules(explanations: Rules['explanations'], find: Rules['find'] = () => []): Rules {
  return { explanations, find }
}

/** A finder that looks at one file at a time, and again only at what has changed since. */
export function eachFile(find: (file: ParsedFile) => Problem[]): Rules['find'] {
  const findOnce = oncePer(find)
  return ({ files }) => files.flatMap(findOnce)
}
