import { documentRules } from '../content/documents.ts'
import { fileLocationRules } from '../content/entry-path.ts'
import { frontMatterRules } from '../content/front-matter.ts'
import { unreadableImageRules } from '../content/images.ts'
import { memoize } from '../content/memoize.ts'
import { markdownNestingRules } from '../content/parse.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { folderRules } from '../content/read.ts'
import { encodingRules } from '../content/read-text.ts'
import { schemaRules } from '../content/schema/problems.ts'
import { discardedTextRules } from '../content/yaml/discarded-text.ts'
import { yamlRules } from '../content/yaml/repairs.ts'
import { syntaxRules } from '../content/yaml/syntax-errors.ts'
import { yamlNestingRules } from '../content/yaml/values.ts'
import type { Explanations } from '../diagnostics/explanation.ts'
import type { Problem } from '../diagnostics/problem.ts'
import { accentRules } from './accent.ts'
import { braceRules } from './braces.ts'
import { builtFormRules } from './built-forms.ts'
import { controlCharacterRules } from './control-characters.ts'
import { dateRules } from './dates.ts'
import { duplicateRules } from './duplicates.ts'
import { factClaimRules } from './fact-claims.ts'
import { factRules } from './facts.ts'
import { figureRules } from './figures.ts'
import { formRules } from './forms.ts'
import { garbledTextRules } from './garbled.ts'
import { headingRules } from './headings.ts'
import { imageRules } from './images.ts'
import { isoCodeRules } from './iso-codes.ts'
import { linkRules } from './links.ts'
import { markdownRules } from './markdown.ts'
import { markdownInFieldRules } from './markdown-in-fields.ts'
import { metadataRules } from './metadata.ts'
import { pageRules } from './page/rules.ts'
import { xmlRules } from './page/well-formed.ts'
import { redirectRules } from './redirects.ts'
import { referenceRules } from './references.ts'
import { repeatedEntryRules } from './repeated-references.ts'
import { repeatedTextRules } from './repeated-texts.ts'
import { requiredSitePartRules } from './required-site-parts.ts'
import { reservedAddressRules } from './reserved-addresses.ts'
import { defineRules, type RuleSet } from './rule.ts'
import { todoRules } from './todo.ts'
import { vanishedAddressRules } from './vanished-addresses.ts'
import { windowsNameRules } from './windows-names.ts'

/** All rules, in the order in which `site explain` lists them. */
const rules: readonly RuleSet[] = [
  defineRules(folderRules),
  defineRules(fileLocationRules),
  windowsNameRules,
  defineRules(encodingRules),
  defineRules(frontMatterRules),
  defineRules(syntaxRules),
  defineRules(yamlRules),
  defineRules(discardedTextRules),
  defineRules(yamlNestingRules),
  defineRules(schemaRules),
  defineRules(unreadableImageRules),
  defineRules(documentRules),
  defineRules(markdownNestingRules),
  referenceRules,
  requiredSitePartRules,
  repeatedEntryRules,
  repeatedTextRules,
  duplicateRules,
  reservedAddressRules,
  redirectRules,
  vanishedAddressRules,
  linkRules,
  imageRules,
  figureRules,
  markdownRules,
  markdownInFieldRules,
  braceRules,
  controlCharacterRules,
  garbledTextRules,
  accentRules,
  headingRules,
  factRules,
  metadataRules,
  factClaimRules,
  dateRules,
  isoCodeRules,
  formRules,
  todoRules,
  builtFormRules,
  pageRules,
  xmlRules,
]

/** Explanations of all rules, keyed by rule id. */
export const explanations: Explanations = Object.fromEntries(rules.flatMap((rule) => Object.entries(rule.explanations)))

/**
 * Runs all rules on parsed files. @param flawless files in which the single-file rules are known to find no problems
 */
export function checkFolder(folder: ParsedFolder, flawless: ReadonlySet<ParsedFile>): Problem[] {
  const checkFile = createFileChecker(folder.facts)
  const inFiles = folder.files.flatMap((file) => (flawless.has(file) ? [] : checkFile(file)))
  return [...rules.flatMap((rule) => rule.find(folder)), ...inFiles]
}

/** Returns a function that runs the single-file rules on a file. */
export const createFileChecker = memoize((facts: ParsedFolder['facts']) =>
  memoize((file: ParsedFile) => rules.flatMap((rule) => rule.findInFile(file, facts))),
)
