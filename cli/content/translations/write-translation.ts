import { isMap, isSeq, parseDocument, YAMLSeq } from 'yaml'
import type { ParsedFile } from '../parsed.ts'
import { pairTexts } from './pair-texts.ts'
import type { ParsedTranslation } from './parse-translation.ts'
import { fingerprintMarkdown, listTranslatableTexts } from './translatable-texts.ts'

/** Width of lines, as in other content files. */
const WIDTH = 100

interface WriteOptions {
  /** Known translations by text, such as those of other files. */
  known?: ReadonlyMap<string, string>
  /** Whether all existing translations are up to date: they get the current texts and fingerprint of the source. */
  areCurrent?: boolean
}

/**
 * Returns a translation file with a pair for each text of the source, in the order of the source. Keeps translations,
 * comments and pairs whose text the source no longer contains.
 * @param translation the present file; undefined if there is none
 */
export function writeTranslation(
  sourceFile: ParsedFile,
  language: string,
  translation: ParsedTranslation | undefined,
  { known = new Map(), areCurrent = false }: WriteOptions = {},
): string {
  const document = parseDocument(translation ? readFields(translation) : '{}')
  if (!isMap(document.contents)) document.contents = document.createNode({}) as never
  const present = document.get('texts')
  const items = isSeq(present) ? [...present.items] : []
  const named = new Set((translation?.fields.texts ?? []).map(({ from }) => from))
  const listed = listTranslatableTexts(sourceFile, language).filter(
    ({ value, isRequired }) => isRequired || named.has(value),
  )
  const places = new Map(listed.reverse().map(({ value, ...place }) => [value, place]))
  const texts = [...places.keys()].reverse()
  const { translations, unused } = pairTexts(texts, translation?.fields.texts ?? [])
  const empty = new Map((translation?.fields.texts ?? []).map(({ from }, index) => [from, index]))
  const pairs = texts.map((text) => {
    const found = translations.get(text)
    const item = items[found?.index ?? empty.get(text) ?? -1]
    if (!isMap(item)) {
      const pair = document.createNode({ from: text, to: known.get(text) ?? '' })
      // Tells the translator where the text is, and how long it may be.
      const { path = [], limit } = places.get(text) ?? {}
      pair.commentBefore = ` ${path.join('.')}${limit ? `, at most ${limit} characters` : ''}`
      return pair
    }
    if (areCurrent && found?.outdated !== undefined) item.set('from', text)
    return item
  })
  const list = isSeq(present) ? present : new YAMLSeq()
  list.items = [...pairs, ...unused.map((index) => items[index])]
  list.flow = false
  const isNew = translation === undefined
  if (sourceFile.body && (isNew || areCurrent || translation.fields.body === undefined))
    document.set('body', fingerprintMarkdown(sourceFile.body.text))
  document.set('texts', list)
  if (isMap(document.contents)) document.contents.flow = false
  const yaml = document.toString({ lineWidth: WIDTH })
  return sourceFile.body ? `---\n${yaml}---\n${translation?.body.body ?? ''}` : yaml
}

function readFields({ file, body }: ParsedTranslation): string {
  if (!file.file.endsWith('.md')) return file.text
  return file.text.slice(file.text.indexOf('\n') + 1, body.start).replace(/---\s*$/, '')
}
