import type { Range } from '../../diagnostics/location.ts'
import { createProblemAt, type Explanations, type Problem, type ProblemDetails } from '../../diagnostics/problem.ts'
import { toInnerPath } from '../content-files.ts'
import type { ParsedFile } from '../parsed.ts'
import type { ParsedTranslation } from './parse-translation.ts'
import { fingerprintMarkdown } from './translatable-texts.ts'
import type { TranslatedFile } from './translate-file.ts'
import { getTranslationName } from './translation-name.ts'

/** Lists the names in braces and the addresses of links in a text, without the names of headings, which are translated. */
function listMarks(text: string): string[] {
  return text.match(/\{[a-z][a-z0-9-]*\}|(?<=\]\()[^\s()#]{1,500}/g) ?? []
}

/** Lists the problems of a translation: texts that are missing, outdated, unused or incomplete. */
export function listTranslationProblems(
  sourceFile: ParsedFile,
  language: string,
  { file, source, fields }: ParsedTranslation,
  { missing, pairing, isBodyMissing, isBodyOutdated }: TranslatedFile,
): Problem[] {
  const command = `site translate ${language}`
  const accept = `${command} ${toInnerPath(sourceFile.file).replace(/\.\w+$/, '')} --accept`
  const isWaiting = sourceFile.collection?.pages && fields.fallback === undefined
  const consequence = isWaiting ? ' The page is published in this language when all its texts are translated.' : ''
  const problems = missing.map(({ value, path }) =>
    createProblemAt(sourceFile, sourceFile.source?.range(path) ?? [0, 1], {
      rule: 'translation/missing',
      severity: 'warning',
      message: `this text has no translation into "${language}"`,
      found: value,
      help: `Run ${command}, which adds all missing texts to ${getTranslationName(sourceFile.file, language)}, then fill in its "to:".${consequence}`,
    }),
  )
  const report = (range: Range, details: ProblemDetails) =>
    problems.push(createProblemAt(file, range, { severity: 'warning', ...details }))
  for (const [text, { outdated, index }] of pairing.translations)
    if (outdated !== undefined)
      report(source.range(['texts', index, 'from']), {
        rule: 'translation/outdated',
        message: 'the source of this translation has changed',
        found: outdated,
        expected: text,
        help: `Correct "to:" if necessary, then replace "from:" with the new text, or run ${accept}.`,
      })
  for (const index of pairing.unused)
    report(source.range(['texts', index, 'from']), {
      rule: 'translation/unused',
      message: 'the source does not contain this text',
      found: fields.texts[index]?.from,
      help: 'Write the text exactly as in the source, or remove the pair.',
    })
  for (const [index, { from, to }] of fields.texts.entries()) {
    const lost = to === '' ? [] : listMarks(from).filter((mark) => !listMarks(to).includes(mark))
    if (lost.length > 0)
      report(source.range(['texts', index, 'to']), {
        rule: 'translation/incomplete',
        message: `the translation lacks ${lost.join(' and ')}`,
        help: 'Keep facts in braces and addresses of links as they are in the source.',
      })
  }
  if (isBodyMissing)
    report([0, 3], {
      rule: 'translation/missing',
      message: 'the Markdown below the fields is not translated',
      help: 'Write the translation below the fields.',
    })
  if (isBodyOutdated && sourceFile.body)
    report(source.range(['body']), {
      rule: 'translation/outdated',
      message: 'the Markdown of the source has changed since it was translated',
      found: fields.body,
      expected: fingerprintMarkdown(sourceFile.body.text),
      help: `Correct the translation if necessary, then replace the fingerprint, or run ${accept}.`,
    })
  return problems
}

/** Creates the problem of a page with the same address as another page. @param other file of the other page */
export function createSharedAddressProblem(
  { file, source, fields }: ParsedTranslation,
  path: string,
  other: string,
): Problem {
  return createProblemAt(file, source.range([fields.path === undefined ? 'slug' : 'path']), {
    rule: 'translation/address',
    message: `${other} has the same address, ${path}`,
    help: 'Give one of the two pages another address.',
  })
}

export const translationRules: Explanations = {
  'translation/missing': {
    means: 'A text has no translation into one of the languages in site.yaml.',
    matters: 'The page is not published in that language, or parts of it are in the language of the source.',
    bad: 'texts:\n  - from: Our story\n    to: ""',
    good: 'texts:\n  - from: Our story\n    to: Unsere Geschichte',
    fix: 'Run site translate with the language, then fill in each "to:".',
  },
  'translation/outdated': {
    means: 'A text of the source has changed since it was translated.',
    matters: 'The page shows a translation of the old text until you correct it.',
    bad: 'texts:\n  - from: Our story   # the page now says: Our history\n    to: Unsere Geschichte',
    good: 'texts:\n  - from: Our history\n    to: Unsere Chronik',
    fix: 'Correct the translation, then replace "from" with the new text, or run site translate with --accept.',
  },
  'translation/incomplete': {
    means: 'A translation lacks a fact in braces or a link that its source has.',
    matters: 'The page would not show the current value, or visitors could not follow the link.',
    bad: 'texts:\n  - from: "{orders} orders a day"\n    to: 300 Bestellungen am Tag',
    good: 'texts:\n  - from: "{orders} orders a day"\n    to: "{orders} Bestellungen am Tag"',
    fix: 'Insert the same fact in braces, or a link to the same address.',
  },
  'translation/address': {
    means: 'Two pages have the same address in a language.',
    matters: 'Only one of them would be published.',
    bad: 'path: /kontakt   # in contact.de.yaml and in visit.de.yaml',
    good: 'path: /besuch',
    fix: 'Give one of them another path or slug.',
  },
  'translation/unused': {
    means: 'A translation has no source: the file or the text that it translates does not exist.',
    matters: 'It appears on no page.',
    bad: 'content/pages/abuot.de.yaml',
    good: 'content/pages/about.de.yaml',
    fix: 'Rename the file, write the text exactly as in the source, or remove it.',
  },
}
