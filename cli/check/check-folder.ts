import type { ParsedFolder, Rule } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { braces } from './braces.ts'
import { claims } from './claims.ts'
import { controlCharacters } from './control-characters.ts'
import { counted } from './counted.ts'
import { dates } from './dates.ts'
import { drawnFigures } from './drawn-figures.ts'
import { duplicates } from './duplicates.ts'
import { forms } from './forms.ts'
import { headings } from './headings.ts'
import { images } from './images.ts'
import { leftOut } from './left-out.ts'
import { links } from './links.ts'
import { meta } from './meta.ts'
import { plainFields } from './plain-fields.ts'
import { references } from './references.ts'
import { repeated } from './repeated.ts'
import { reservedAddresses } from './reserved-addresses.ts'
import { unreadMarkdown } from './unread-markdown.ts'
import { unwritten } from './unwritten.ts'

const rules: Rule[] = [
  references,
  repeated,
  duplicates,
  reservedAddresses,
  links,
  images,
  drawnFigures,
  leftOut,
  unreadMarkdown,
  plainFields,
  braces,
  controlCharacters,
  headings,
  counted,
  meta,
  claims,
  dates,
  forms,
  unwritten,
]

/** Everything that only shows when all files are looked at together, or under their schema. */
export function checkFolder(folder: ParsedFolder): Problem[] {
  return rules.flatMap((rule) => rule(folder))
}
