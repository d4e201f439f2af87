import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'

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
  /** Looks at all files together. Rules of reading, of parsing and of finished pages are found elsewhere: this finds none. */
  find(folder: ParsedFolder): Problem[]
  /** Looks at one file by itself, and at the facts that it may name. */
  findInFile(file: ParsedFile, facts: ParsedFolder['facts']): Problem[]
}

/**
 * Defines rules where they are found; `list.ts` names all of them. `inFile` adds a finder that looks at one file at a
 * time, and again only at what has changed since; without a finder, other code than that of the checks finds them.
 */
export function defineRules(explanations: Rules['explanations']) {
  const none: Rules = { explanations, find: () => [], findInFile: () => [] }
  return {
    ...none,
    inFolder: (find: Rules['find']): Rules => ({ ...none, find }),
    inFile: (findInFile: Rules['findInFile']): Rules => ({ ...none, findInFile }),
  }
}
