import type { Range } from '../../diagnostics/location.ts'
import type { TextFile } from '../decode-text.ts'
import type { ParsedFile } from '../parsed.ts'
import { listMarkedTexts } from '../schema/walk-schema.ts'
import { isPlainObject } from '../value-at.ts'
import type { ValuePath } from '../yaml/source.ts'
import { pairTexts, type TextPairing, type Translation } from './pair-texts.ts'
import type { ParsedTranslation } from './parse-translation.ts'
import {
  fingerprintMarkdown,
  getStandardLabels,
  listTranslatableTexts,
  readUntranslatedData,
} from './translatable-texts.ts'

/** A file in another language, as text that the rest of the tool reads like any other file. */
export interface TranslatedFile {
  text: string
  /** Texts without a translation, with their paths in the source. */
  missing: { value: string; path: ValuePath }[]
  isBodyMissing: boolean
  isBodyOutdated: boolean
  pairing: TextPairing
  /** Returns the place of a range in the text: in the translation file or, if the text there is not translated, in the source. */
  locate(range: Range): { file: TextFile; range: Range } | undefined
}

/** List in site.yaml whose items other files refer to by their displayed name, which translations change. */
const NAMED_BY_TEXT = 'locations'

/**
 * Replaces the texts of a file with their translations.
 * @param change changes the fields of the translated file, such as the language of site.yaml
 * @param names translations of the names in site.yaml that the file may refer to
 */
export function translateFile(
  sourceFile: ParsedFile,
  language: string,
  translation: ParsedTranslation | undefined,
  change: Record<string, unknown> = {},
  names: TextPairing['translations'] = new Map(),
): TranslatedFile {
  const texts = listTranslatableTexts(sourceFile, language)
  const pairing = pairTexts(
    texts.map(({ value }) => value),
    translation?.fields.texts ?? [],
  )
  const placed = new Map<string, Partial<Translation> | undefined>(
    texts.map(({ value, path }) => [path.join('\n'), pairing.translations.get(value)]),
  )
  for (const { path, value, mark } of listMarkedTexts<string>(
    sourceFile.schema,
    sourceFile.source?.rawData,
    'reference',
  )) {
    const name = mark === NAMED_BY_TEXT ? names.get(value) : undefined
    if (name) placed.set(path.join('\n'), { to: name.to })
  }
  const standard = getStandardLabels(language)
  const { json, ranges } = writeJson({ ...readUntranslatedData(sourceFile), ...change }, (path, text) => {
    const own = placed.get(path.join('\n'))
    return own ?? (path[0] === 'labels' && !sourceFile.collection ? { to: standard[text] ?? text } : undefined)
  })
  const isMarkdown = sourceFile.body !== undefined
  const own = translation?.body
  const isBodyMissing = isMarkdown && (own?.body ?? '').trim() === '' && sourceFile.body?.text.trim() !== ''
  const before = isMarkdown ? '---\n' : ''
  const head = isMarkdown ? `${before}${json}\n---\n` : json
  const body = isBodyMissing ? (sourceFile.body?.text ?? '') : (own?.body ?? '')
  return {
    text: isMarkdown ? head + body : json,
    missing: texts.filter(({ value, isRequired }) => isRequired && !pairing.translations.has(value)),
    isBodyMissing,
    isBodyOutdated:
      isMarkdown && !isBodyMissing && translation?.fields.body !== fingerprintMarkdown(sourceFile.body?.text ?? ''),
    pairing,
    locate([start, end]) {
      const { file: translated = sourceFile, source } = translation ?? {}
      if (isMarkdown && start >= head.length) {
        const bodyFile = isBodyMissing ? sourceFile : translated
        const shift = ((isBodyMissing ? sourceFile.body : own)?.start ?? 0) - head.length
        return { file: bodyFile, range: [start + shift, end + shift] }
      }
      const offset = start - before.length
      const found = ranges.find((range) => range.start <= offset && offset < range.end)
      if (found?.index !== undefined && source)
        return { file: translated, range: source.range(['texts', found.index, 'to']) }
      return found && sourceFile.source && { file: sourceFile, range: sourceFile.source.range(found.path) }
    },
  }
}

interface ValueRange {
  start: number
  end: number
  path: ValuePath
  /** Index of the pair that contains the translation; undefined if the value is that of the source. */
  index: number | undefined
}

/** Writes a value as JSON, which is also YAML, with the range of each value that is not a list or a map. */
function writeJson(value: unknown, translate: (path: ValuePath, text: string) => Partial<Translation> | undefined) {
  const ranges: ValueRange[] = []
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
    ranges.push({ start, end: json.length, path, index: translation?.index })
  }
  write(value, [])
  return { json, ranges }
}
