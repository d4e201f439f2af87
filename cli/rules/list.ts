import { encodingRules } from '../content/decode-text.ts'
import { documentRules } from '../content/documents.ts'
import { fileLocationRules } from '../content/entry-path.ts'
import { frontMatterRules } from '../content/front-matter.ts'
import { imageFileRules } from '../content/images.ts'
import { memoize } from '../content/memoize.ts'
import { migrationRules } from '../content/migrations/list.ts'
import { markdownNestingRules } from '../content/parse.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { folderRules } from '../content/read.ts'
import { schemaRules } from '../content/schema/problems.ts'
import { translationRules } from '../content/translations/translation-problems.ts'
import { yamlRules } from '../content/yaml/yaml-rules.ts'
import type { Explanations, Problem } from '../diagnostics/problem.ts'
import { addressRules } from './addresses.ts'
import { colorRules } from './colors.ts'
import { dateRules } from './dates.ts'
import { duplicateRules, repeatedEntryRules } from './duplicates.ts'
import { factClaimRules } from './fact-claims.ts'
import { braceRules, factRules } from './facts.ts'
import { formRules } from './forms.ts'
import { figureRules, imageRules } from './images.ts'
import { isoCodeRules } from './iso-codes.ts'
import { linkRules } from './links.ts'
import { locationRules } from './locations.ts'
import { markdownRules } from './markdown.ts'
import { headingRules, metadataRules } from './metadata.ts'
import { ownCodeRules } from './own-code.ts'
import { pageRules } from './page/rules.ts'
import { referenceRules } from './references.ts'
import { defineRules, type RuleSet } from './rule.ts'
import { siteFolderRules } from './site-folders.ts'
import { textRules, todoRules } from './text.ts'
import { windowsNameRules } from './windows-names.ts'

/** All rules, in the order in which `site explain` lists them. */
const rules: readonly RuleSet[] = [
  defineRules(folderRules),
  defineRules(fileLocationRules),
  windowsNameRules,
  defineRules(encodingRules),
  defineRules(frontMatterRules),
  defineRules(yamlRules),
  defineRules(schemaRules),
  defineRules(migrationRules),
  defineRules(imageFileRules),
  defineRules(documentRules),
  defineRules(markdownNestingRules),
  referenceRules,
  repeatedEntryRules,
  duplicateRules,
  addressRules,
  siteFolderRules,
  linkRules,
  imageRules,
  figureRules,
  markdownRules,
  braceRules,
  textRules,
  colorRules,
  headingRules,
  factRules,
  metadataRules,
  factClaimRules,
  dateRules,
  isoCodeRules,
  locationRules,
  formRules,
  todoRules,
  pageRules,
  defineRules(ownCodeRules),
  defineRules(translationRules),
]

/** Explanations of all rules, keyed by rule id. */
export const explanations: Explanations = Object.fromEntries(rules.flatMap((rule) => Object.entries(rule.explanations)))

/** Runs all rules. @param flawless files in which the single-file rules are known to find no problems */
export function runRules(folder: ParsedFolder, flawless: ReadonlySet<ParsedFile>): Problem[] {
  const checkFile = createFileChecker(folder.facts)
  const inFiles = folder.files.flatMap((file) => (flawless.has(file) ? [] : checkFile(file)))
  return [...rules.flatMap((rule) => rule.find(folder)), ...inFiles]
}

/** Returns a function that runs the single-file rules on a file. */
export const createFileChecker = memoize((facts: ParsedFolder['facts']) =>
  memoize((file: ParsedFile) => rules.flatMap((rule) => rule.findInFile(file, facts))),
)
