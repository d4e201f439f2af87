import path from 'node:path'
import type { ParsedFolder } from '../../content/parsed.ts'
import { parseTranslationName } from '../../content/translations/translation-name.ts'
import { BODY_PATH_SEGMENT } from '../../dev/source-marks.ts'
import { findTitle, formatLabel, formatStep, summarizeValue } from '../labels.ts'
import type { ContentEdit } from './change-set.ts'

/**
 * Returns a line that describes an edit, such as `content/site.yaml name: Old → New`, without control characters, which
 * could change the terminal.
 * @param name name of what is edited, see `formatEditName`; by default, its file and path
 */
export function describeEdit(edit: ContentEdit, name?: string): string {
  const place = 'path' in edit ? `${edit.file} ${edit.path.join('.')}` : getFile(edit)
  const line = `${name ?? place}: ${describeChange(edit)}`.replace(/\s+/g, ' ').trimEnd()
  return line.replace(/\p{C}/gu, '\uFFFD')
}

/**
 * Names what is edited by titles and labels, such as `Home · Hero · Heading`, or `Home (German) · Texts` in a translation.
 * @param fields fields of the file that is edited or created; undefined for other edits
 * @param folder the content before all edits
 */
export function formatEditName(edit: ContentEdit, fields: unknown, { files }: Pick<ParsedFolder, 'files'>): string {
  const file = getFile(edit)
  const { of = file, language } = parseTranslationName(file) ?? {}
  const parsed = files.find((other) => other.file === of)
  const title = parsed?.collection === undefined ? parsed && formatLabel(parsed.slug) : findTitle(parsed.data)
  const suffix = language ? ` (${new Intl.DisplayNames('en', { type: 'language' }).of(language)})` : ''
  const steps = edit.kind === 'body' ? [BODY_PATH_SEGMENT] : 'path' in edit ? edit.path : []
  // The value of an inserted entry describes it.
  const at = edit.kind === 'insert' ? steps.slice(0, -1) : steps
  const labels = at.map((_, index) => formatStep(fields, at.slice(0, index + 1)))
  // Omits the label of a list before the label of its entry, unless the label of the entry is only a number.
  const shown = labels.filter((_, index) => typeof at[index + 1] !== 'number' || /^\d/.test(labels[index + 1] ?? ''))
  return [(title ?? findTitle(fields) ?? path.basename(of)) + suffix, ...shown].join(' · ')
}

const getFile = (edit: ContentEdit) => (edit.kind === 'rename' ? edit.from : edit.file)

function describeChange(edit: ContentEdit): string {
  const old = 'was' in edit ? summarizeValue(edit.was) : ''
  switch (edit.kind) {
    case 'set':
      return describeReplacement(old, summarizeValue(edit.value))
    case 'insert':
      return `inserted ${shorten(summarizeValue(edit.value))}`
    case 'remove':
      return `removed ${shorten(old)}`
    case 'move':
      return `moved from position ${Number(edit.path.at(-1)) + 1} to ${edit.to + 1}`
    case 'replace':
      return describeReplacement(summarizeValue(edit.find), summarizeValue(edit.text))
    case 'body':
      return 'changed'
    case 'create':
    case 'picture':
      return 'added'
    case 'delete':
      return 'deleted'
    case 'rename':
      return `renamed to ${edit.to}`
  }
}

/** Maximum number of characters to show of a text, and of those before the first difference. */
const MAX_SHOWN = 60
const MAX_EQUAL = 20

function describeReplacement(old: string, now: string): string {
  if (old === now) return 'changed'
  let equal = 0
  while (old[equal] === now[equal]) equal += 1
  const start = Math.max(old.length, now.length) > MAX_SHOWN ? Math.max(0, equal - MAX_EQUAL) : 0
  const shown = (old ? [old, now] : [now]).map((text) => (start > 0 ? '…' : '') + shorten(text.slice(start)))
  return shown.join(' → ')
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
