import { frontMatterRules } from '../content/front-matter.ts'
import { imageRules } from '../content/images.ts'
import { markdownNestingRules } from '../content/parse.ts'
import type { ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { folderRules } from '../content/read.ts'
import { encodingRules } from '../content/read-text.ts'
import { schemaRules } from '../content/schema-problems.ts'
import { lossRules } from '../content/yaml-losses.ts'
import { yamlRules } from '../content/yaml-repairs.ts'
import { nestingRules } from '../content/yaml-values.ts'
import { syntaxRules } from '../content/yaml-words.ts'
import { pageRules } from '../rendered/rules.ts'
import { xmlRules } from '../rendered/well-formed.ts'
import { braces } from './braces.ts'
import { builtFormRules } from './check-built.ts'
import { claims } from './claims.ts'
import { controlCharacters } from './control-characters.ts'
import { dates } from './dates.ts'
import { duplicateRules } from './duplicates.ts'
import { factNumbers } from './fact-numbers.ts'
import { figures } from './figures.ts'
import { forms } from './forms.ts'
import { headings } from './headings.ts'
import { images } from './images.ts'
import { links } from './links.ts'
import { markdown } from './markdown.ts'
import { markdownInFields } from './markdown-in-fields.ts'
import { metaRules } from './meta.ts'
import { referenceRules } from './references.ts'
import { repeated } from './repeated.ts'
import { reservedAddressRules } from './reserved-addresses.ts'
import type { Explanation, Rules } from './rule.ts'
import { todo } from './todo.ts'

/** All rules, in the order in which `site explain` lists them: of files, of folders, of what was built. */
const rules: readonly Rules[] = [
  ...[folderRules, encodingRules, frontMatterRules],
  ...[syntaxRules, yamlRules, lossRules, nestingRules, schemaRules, imageRules, markdownNestingRules],
  ...[referenceRules, repeated, duplicateRules, reservedAddressRules, links, images, figures],
  ...[markdown, markdownInFields, braces, controlCharacters, headings, factNumbers, metaRules, claims, dates, forms],
  todo,
  ...[builtFormRules, pageRules, xmlRules],
]

/** What `site explain` says of each rule, by its id. */
export const explanations: Readonly<Record<string, Explanation>> = Object.fromEntries(
  rules.flatMap((rule) => Object.entries(rule.explanations)),
)

/** Everything that only shows when all files are looked at together, or under their schema. */
export function checkFolder(folder: ParsedFolder): Problem[] {
  return rules.flatMap((rule) => rule.find(folder))
}
