import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { ValuePath } from '../content/yaml/source.ts'
import type { Range } from '../diagnostics/location.ts'
import {
  createProblemAt,
  createRelatedLocation,
  type Explanations,
  type Problem,
  type ProblemDetails,
} from '../diagnostics/problem.ts'

/** A value in a file, or a file as a whole. */
export interface FieldLocation {
  file: ParsedFile
  path: ValuePath | undefined
}

/** Returns the range of a value in its file. For a file as a whole, returns the range of its first character. */
export function getLocationRange({ file, path }: FieldLocation): Range {
  return (path && file.source?.range(path)) ?? [0, 1]
}

/** Pairs each repeated item with the first item that has the same key. */
export function findDuplicates<T>(items: readonly T[], keyOf: (item: T) => string): [item: T, first: T][] {
  const firsts = new Map<string, T>()
  return items.flatMap((item): [T, T][] => {
    const key = keyOf(item)
    const first = firsts.get(key)
    if (first !== undefined) return [[item, first]]
    firsts.set(key, item)
    return []
  })
}

/** Creates a problem at a repeated value, and shows where the value is first used. */
export function createDuplicateProblem(item: FieldLocation, first: FieldLocation, details: ProblemDetails): Problem {
  const related = [createRelatedLocation(first.file, getLocationRange(first), 'first used here')]
  return createProblemAt(item.file, getLocationRange(item), { ...details, related })
}

/** One or more rules that are checked together. */
export interface RuleSet {
  explanations: Explanations
  /** Checks all files together. Returns an empty list for rules that other code checks, such as syntax rules. */
  find(folder: ParsedFolder): Problem[]
  /** Checks a single file, which may refer to facts. */
  findInFile(file: ParsedFile, facts: ParsedFolder['facts']): Problem[]
}

/**
 * Defines rules; `list.ts` lists all of them. Results of `inFile` checks are cached until the file or the facts change.
 * For rules without a check, other code reports the problems. A test enforces that rules use collection schemas or
 * definitions and never compare collection names.
 */
export function defineRules(explanations: Explanations) {
  const none: RuleSet = { explanations, find: () => [], findInFile: () => [] }
  return {
    ...none,
    inFolder: (find: RuleSet['find']): RuleSet => ({ ...none, find }),
    inFile: (findInFile: RuleSet['findInFile']): RuleSet => ({ ...none, findInFile }),
  }
}
