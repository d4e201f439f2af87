import { z } from 'zod'
import type { ParsedFolder } from '../../content/parsed.ts'
import { fingerprintMarkdown } from '../../content/translations/translatable-texts.ts'
import { parseTranslationName } from '../../content/translations/translation-name.ts'
import { readTranslationState } from '../../content/translations/translation-state.ts'
import type { ContentEdit } from '../changes/change-set.ts'
import { applyFileChanges, type FileChange } from '../files/entry.ts'
import { ConflictError, HttpError } from '../files/http-errors.ts'

export const TranslateRequest = z.object({
  file: z.string(),
  /** The text, its source and its translation, as the user has seen them. */
  index: z.int().min(0),
  source: z.string(),
  was: z.string(),
  /** The new translation. */
  text: z.string(),
})
export type TranslateRequest = z.infer<typeof TranslateRequest>

/** Reads a translation file, which may not exist. @throws HttpError if the file that it translates does not exist */
export function readTranslation({ files, translations }: ParsedFolder, file: string) {
  const { of: source, language = '' } = parseTranslationName(file) ?? {}
  const sourceFile = files.find((other) => other.file === source)
  if (!sourceFile) throw new HttpError(`The file that ${file} translates does not exist.`, 404)
  const state = readTranslationState(sourceFile, language, translations)
  if (state.file && !state.translation)
    throw new HttpError(`${file} has errors, which site check lists. Fix them first.`)
  return { ...state, sourceFile }
}

/**
 * Plans the translation of a text, which is then up to date, even if it stays the same. Creates the file if necessary.
 * @param before the translation file; undefined if it does not exist
 * @throws ConflictError if the source or the translation has changed since the user has seen it
 */
export function planTranslation(parsed: ParsedFolder, before: Buffer | undefined, request: TranslateRequest) {
  const { file, index, source, was, text } = request
  const { texts, sourceFile, translation } = readTranslation(parsed, file)
  const seen = texts[index]
  if (seen?.source !== source || seen.text !== was) throw new ConflictError(file, before)
  const changes = listChanges()
  const empty = sourceFile.body ? '---\ntexts: []\n---\n' : 'texts: []\n'
  const after = applyFileChanges(file, before ?? Buffer.from(empty), changes)
  const edits: ContentEdit[] = before
    ? changes.map((change) => ({ ...change, file }))
    : [{ kind: 'create', file, text: after.toString() }]
  return { name: `translate ${file}`, files: [{ file, before, after }], edits }

  function listChanges(): FileChange[] {
    const set = (path: (string | number)[], value: unknown): FileChange => ({ kind: 'set', path, value })
    const isNew = text !== was
    if (seen?.paths[0]?.length === 0) {
      const fingerprint = set(['body'], fingerprintMarkdown(source))
      return isNew ? [fingerprint, { kind: 'body', text: `\n${text}\n` }] : [fingerprint]
    }
    if (seen?.index === undefined) {
      const earlier = texts.slice(0, index).findLast((other) => other.index !== undefined)?.index ?? -1
      const value = { from: source, to: text }
      if (!translation?.fields.texts.length) return [set(['texts'], [value])]
      return [{ kind: 'insert', path: ['texts', earlier + 1], value }]
    }
    const pair = ['texts', seen.index]
    const to = isNew ? [set([...pair, 'to'], text)] : []
    return seen.before === undefined ? to : [...to, set([...pair, 'from'], source)]
  }
}
