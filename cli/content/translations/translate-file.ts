import type { Site } from '@northshelf/site/entries/site.ts'
import { hash } from '../../cache.mjs'
import type { Range } from '../../diagnostics/location.ts'
import { createProblemAt, type Explanations, type Problem } from '../../diagnostics/problem.ts'
import { type FrontMatter, splitFrontMatter } from '../front-matter.ts'
import type { ParsedFile } from '../parsed.ts'
import type { TranslationFile } from '../read.ts'
import { convertIssuesToProblems, flattenUnionIssues } from '../schema/problems.ts'
import { type FreeText, listFreeTexts, listMarkedTexts } from '../schema/walk-schema.ts'
import { isPlainObject } from '../value-at.ts'
import { parseYaml, type ValuePath, type YamlSource } from '../yaml/source.ts'
import { german } from './german.ts'
import { pairTexts, type TextPairing, type Translation } from './pair-texts.ts'
import { getTranslationName } from './translation-name.ts'
import { getTranslationSchema, type TranslationFields } from './translation-schema.ts'

/** A translation file, parsed as far as possible. */
export interface ParsedTranslation {
  file: TranslationFile
  source: YamlSource
  fields: TranslationFields
  /** The Markdown below the fields; undefined for files without Markdown. */
  body: Pick<FrontMatter, 'body'> & { start: number }
}

/** Parses a translation file. Returns no translation if it has errors, because its page must then not be published. */
export function parseTranslation(file: TranslationFile, of: ParsedFile) {
  const isMarkdown = file.file.endsWith('.md')
  const front = isMarkdown ? splitFrontMatter(file.file, file.text) : { yaml: file.text, start: 0, body: '' }
  if ('rule' in front) return { problems: [front] }
  const { source, problems } = parseYaml(file.file, file.text, front.yaml, front.start)
  const schema = getTranslationSchema(of.collection, of.slug)
  const data = source.data ?? {}
  const result = schema.safeParse(data)
  if (!result.success)
    problems.push(...convertIssuesToProblems(source, schema, data, flattenUnionIssues(result.error.issues)))
  if (problems.length > 0 || !result.success) return { problems }
  const body = { body: front.body, start: file.text.length - front.body.length }
  const translation: ParsedTranslation = { file, source, fields: result.data as TranslationFields, body }
  return { problems, translation }
}

/** Matches text that needs a translation, after the names of facts have been removed. */
const WORDS = /\p{L}/u

/** Standard translations of labels, by language. */
const standardLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = { de: german }

/** Returns the data of a file before facts are filled in. Labels of site.yaml that it does not define have their defaults. */
function readData({ collection, slug, source, valid }: ParsedFile): Record<string, unknown> {
  const data = { ...(source?.rawData as object) } as Record<string, unknown>
  if (collection || slug !== 'site' || !valid) return data
  return { ...data, labels: { ...(valid as Site).labels, ...(data.labels as object) } }
}

/** A text of a file, and whether it needs a translation. */
interface TranslatableText extends FreeText {
  /** Whether the text contains letters, and is not a label with a standard translation. */
  isRequired: boolean
}

/** Lists the texts of a file that can be translated: all its free text. */
export function listTranslatableTexts(of: ParsedFile, language: string): TranslatableText[] {
  const standard = standardLabels[new Intl.Locale(language).language] ?? {}
  return listFreeTexts(of.schema, readData(of)).map(({ value, path, limit }) => {
    const isStandard = path[0] === 'labels' && !of.collection && value in standard
    return { value, path, limit, isRequired: !isStandard && WORDS.test(value.replace(/\{[a-z][a-z0-9-]*\}/g, '')) }
  })
}

/** Returns the fingerprint by which a translation names the Markdown that was translated. */
export function fingerprintMarkdown(body: string): string {
  return hash(body.replace(/\r\n/g, '\n').trim()).slice(0, 12)
}

/** A file in another language, as text that the rest of the tool reads like any other file. */
export interface TranslatedFile {
  text: string
  /** Texts without a translation, with their paths in the source. */
  missing: { value: string; path: ValuePath }[]
  isBodyMissing: boolean
  isBodyOutdated: boolean
  pairing: TextPairing
  /** Returns the place in the translation file of a range in the text; undefined if the text there is not translated. */
  locate(range: Range): Range | undefined
}

/** List in site.yaml whose entries are referred to by a text that pages show, their name. */
const NAMED_BY_TEXT = 'locations'

/**
 * Replaces the texts of a file with their translations.
 * @param change changes the fields of the translated file, such as the language of site.yaml
 * @param names translations of the names in site.yaml that the file may refer to
 */
export function translateFile(
  of: ParsedFile,
  language: string,
  translation: ParsedTranslation | undefined,
  change: Record<string, unknown> = {},
  names: TextPairing['translations'] = new Map(),
): TranslatedFile {
  const texts = listTranslatableTexts(of, language)
  const pairing = pairTexts(
    texts.map(({ value }) => value),
    translation?.fields.texts ?? [],
  )
  const placed = new Map<string, Partial<Translation> | undefined>(
    texts.map(({ value, path }) => [path.join('\n'), pairing.translations.get(value)]),
  )
  for (const { path, value, mark } of listMarkedTexts<string>(of.schema, of.source?.rawData, 'reference')) {
    const name = mark === NAMED_BY_TEXT ? names.get(value) : undefined
    if (name) placed.set(path.join('\n'), { to: name.to })
  }
  const standard = standardLabels[new Intl.Locale(language).language] ?? {}
  const { json, ranges } = writeJson({ ...readData(of), ...change }, (path, text) => {
    const own = placed.get(path.join('\n'))
    return own ?? (path[0] === 'labels' && !of.collection ? { to: standard[text] ?? text } : undefined)
  })
  const isMarkdown = of.body !== undefined
  const own = translation?.body
  const isBodyMissing = isMarkdown && (own?.body ?? '').trim() === '' && of.body?.text.trim() !== ''
  const before = isMarkdown ? '---\n' : ''
  const head = isMarkdown ? `${before}${json}\n---\n` : json
  const body = isBodyMissing ? (of.body?.text ?? '') : (own?.body ?? '')
  return {
    text: isMarkdown ? head + body : json,
    missing: texts.filter(({ value, isRequired }) => isRequired && !pairing.translations.has(value)),
    isBodyMissing,
    isBodyOutdated:
      isMarkdown && !isBodyMissing && translation?.fields.body !== fingerprintMarkdown(of.body?.text ?? ''),
    pairing,
    locate([start, end]) {
      if (!translation) return undefined
      if (isMarkdown && start >= head.length)
        return isBodyMissing || !own ? undefined : [start - head.length + own.start, end - head.length + own.start]
      const offset = start - before.length
      const found = ranges.find((range) => range.start <= offset && offset < range.end)
      return found && translation.source.range(['texts', found.index, 'to'])
    },
  }
}

interface TranslatedRange {
  start: number
  end: number
  /** Index of the pair that contains the translation. */
  index: number
}

/** Writes a value as JSON, which is also YAML, with the range of each translated text. */
function writeJson(value: unknown, translate: (path: ValuePath, text: string) => Partial<Translation> | undefined) {
  const ranges: TranslatedRange[] = []
  let json = ''
  function write(item: unknown, path: ValuePath): void {
    const isList = Array.isArray(item)
    if (isList || isPlainObject(item)) {
      json += isList ? '[' : '{'
      for (const [position, [key, child]] of Object.entries(item).entries()) {
        json += `${position > 0 ? ',' : ''}${isList ? '' : `${JSON.stringify(key)}:`}`
        write(child, [...path, isList ? position : key])
      }
      json += isList ? ']' : '}'
      return
    }
    const translation = typeof item === 'string' ? translate(path, item) : undefined
    const start = json.length
    json += JSON.stringify(translation?.to ?? item) ?? 'null'
    if (translation?.index !== undefined) ranges.push({ start, end: json.length, index: translation.index })
  }
  write(value, [])
  return { json, ranges }
}

/** Lists the names in braces and the addresses of links in a text, without the names of headings, which are translated. */
function listMarks(text: string): string[] {
  return text.match(/\{[a-z][a-z0-9-]*\}|(?<=\]\()[^\s()#]{1,500}/g) ?? []
}

/** Lists the problems of a translation: texts that are missing, outdated, unused or incomplete. */
export function listTranslationProblems(
  of: ParsedFile,
  language: string,
  translation: ParsedTranslation | undefined,
  { missing, pairing, isBodyMissing, isBodyOutdated }: TranslatedFile,
): Problem[] {
  const { source, body } = of
  const command = `site translate ${language}`
  const isWaiting = of.collection?.pages && translation?.fields.fallback === undefined
  const consequence = isWaiting ? ' The page is published in this language when all its texts are translated.' : ''
  const problems = missing.map(({ value, path }) =>
    createProblemAt(of, source?.range(path) ?? [0, 1], {
      rule: 'translation/missing',
      severity: 'warning',
      message: `this text has no translation into "${language}"`,
      found: value,
      help: `Fill in its "to:" in ${getTranslationName(of.file, language)}, to which ${command} adds all missing texts.${consequence}`,
    }),
  )
  for (const [text, { outdated, index }] of pairing.translations)
    if (outdated !== undefined && translation)
      problems.push(
        createProblemAt(translation.file, translation.source.range(['texts', index, 'from']), {
          rule: 'translation/outdated',
          severity: 'warning',
          message: 'the source of this translation has changed',
          found: outdated,
          expected: text,
          help: `Translate the new text, then replace "from"; ${command} does the latter.`,
        }),
      )
  for (const index of translation ? pairing.unused : [])
    problems.push(
      createProblemAt(translation?.file ?? of, translation?.source.range(['texts', index, 'from']) ?? [0, 1], {
        rule: 'translation/unused',
        severity: 'warning',
        message: 'the source does not contain this text',
        found: translation?.fields.texts[index]?.from,
        help: 'Write the text exactly as in the source, or remove the pair.',
      }),
    )
  for (const [index, { from, to }] of (translation?.fields.texts ?? []).entries()) {
    const lost = to === '' ? [] : listMarks(from).filter((mark) => !listMarks(to).includes(mark))
    if (translation && lost.length > 0)
      problems.push(
        createProblemAt(translation.file, translation.source.range(['texts', index, 'to']), {
          rule: 'translation/incomplete',
          severity: 'warning',
          message: `the translation lacks ${lost.join(' and ')}`,
          help: 'Keep facts in braces and addresses of links as they are in the source.',
        }),
      )
  }
  if (isBodyMissing && translation)
    problems.push(
      createProblemAt(translation.file, [0, 3], {
        rule: 'translation/missing',
        severity: 'warning',
        message: 'the Markdown below the fields is not translated',
        help: 'Write the translation below the fields.',
      }),
    )
  if (isBodyOutdated && translation && body)
    problems.push(
      createProblemAt(translation.file, translation.source.range(['body']), {
        rule: 'translation/outdated',
        severity: 'warning',
        message: 'the Markdown of the source has changed since it was translated',
        found: translation.fields.body,
        expected: fingerprintMarkdown(body.text),
        help: `Bring the translation up to date, then write the new fingerprint; ${command} does the latter.`,
      }),
    )
  return problems
}

/** Reports a page whose address in a language is that of another page. @param other the other page's file */
export function createSharedAddressProblem(
  { file, source, fields }: ParsedTranslation,
  path: string,
  other: string,
): Problem {
  return createProblemAt(file, source.range([fields.path === undefined ? 'slug' : 'path']), {
    rule: 'translation/address',
    message: `${other} has the address ${path}, too`,
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
    matters: 'Visitors read something else in the other language. The old translation stays on the page until then.',
    bad: 'texts:\n  - from: Our story   # the page now says: Our history\n    to: Unsere Geschichte',
    good: 'texts:\n  - from: Our history\n    to: Unsere Chronik',
    fix: 'Correct the translation. Then replace "from" with the new text, or run site translate with --accept.',
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
