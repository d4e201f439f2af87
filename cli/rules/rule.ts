import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { Explanations } from '../diagnostics/explanation.ts'
import type { Problem } from '../diagnostics/problem.ts'

/** A rule, or a few that are found together, by id. */
export interface Rules {
  explanations: Explanations
  /** Looks at all files together. Rules of reading, of parsing and of finished pages are found elsewhere: this finds none. */
  find(folder: ParsedFolder): Problem[]
  /** Looks at one file by itself, and at the facts that it may name. */
  findInFile(file: ParsedFile, facts: ParsedFolder['facts']): Problem[]
}

/**
 * Defines rules where they are found; `list.ts` names all of them. `inFile` adds a finder that looks at one file at a
 * time, and again only at what has changed since; without a finder, other code than that of the checks finds them.
 */
export function defineRules(explanations: Explanations) {
  const none: Rules = { explanations, find: () => [], findInFile: () => [] }
  return {
    ...none,
    inFolder: (find: Rules['find']): Rules => ({ ...none, find }),
    inFile: (findInFile: Rules['findInFile']): Rules => ({ ...none, findInFile }),
  }
}
