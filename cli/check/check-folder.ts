import type { ParsedFolder, Rule } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { claims } from './claims.ts'
import { dates } from './dates.ts'
import { drawnFigures } from './drawn-figures.ts'
import { duplicates } from './duplicates.ts'
import { forms } from './forms.ts'
import { images } from './images.ts'
import { leftOut } from './left-out.ts'
import { links } from './links.ts'
import { references } from './references.ts'
import { reservedAddresses } from './reserved-addresses.ts'
import { unwritten } from './unwritten.ts'

const rules: Rule[] = [
  references,
  duplicates,
  reservedAddresses,
  links,
  images,
  drawnFigures,
  leftOut,
  claims,
  dates,
  forms,
  unwritten,
]

/** Everything that only shows when all files are looked at together, or under their schema. */
export function checkFolder(folder: ParsedFolder): Problem[] {
  return rules.flatMap((rule) => rule(folder))
}
