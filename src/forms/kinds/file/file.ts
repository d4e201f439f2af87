import { defineFieldType, type FieldDefinitionProblem } from '../field-type.ts'
import { type FileField, schema } from './schema.ts'

/** Matches a file size in a field's text, such as "up to 5 MB". */
const SIZE = /(\d{1,9}(?:[.,]\d{1,9})?)[\s-]?(k|m|g)(?:i?b|o|egabytes?)(?!\p{L})/giu
const MEGABYTES: Readonly<Record<string, number>> = { k: 1 / 1024, m: 1, g: 1024 }

/** Reports text that mentions file sizes but not the actual limit. */
function findSizeProblems({
  label,
  hint = '',
  tooLarge,
  maxMegabytes,
  multiple = 1,
}: FileField): FieldDefinitionProblem[] {
  const texts = [
    [['label'], label],
    [['hint'], hint],
    [['tooLarge', 'title'], tooLarge.title ?? ''],
    [['tooLarge', 'text'], tooLarge.text],
  ] as const
  return texts.flatMap(([path, text]): FieldDefinitionProblem[] => {
    const sizes = [...text.matchAll(SIZE)]
    const isLimit = ([, amount = '', unit = '']: RegExpExecArray) => {
      const size = Number(amount.replace(',', '.')) * (MEGABYTES[unit.toLowerCase()] ?? 1)
      // Allow a difference of 3%, because 1 MB may mean 1000 or 1024 KB in the text. In a field for several files, a
      // smaller size may be the limit for each file.
      return Math.abs(size / maxMegabytes - 1) < 0.03 || (multiple > 1 && size < maxMegabytes)
    }
    const [first] = sizes
    if (!first || sizes.some(isLimit)) return []
    const message = `the text mentions ${first[0]}, but maxMegabytes is ${maxMegabytes}`
    return [{ rule: 'form/hint', severity: 'warning', path, message, help: 'Write the same size in both places.' }]
  })
}

/** Files are attachments, not answers. They are sent separately, and the relay checks their content. */
export const file = defineFieldType(schema, {
  limits: ({ extensions, maxMegabytes, multiple = 1 }) =>
    `${extensions.join(', ')}; ${multiple > 1 ? `at most ${multiple} files, together` : 'at most'} ${maxMegabytes} MB`,
  listProblems: findSizeProblems,
  personal: true,
  messages: { required: 'fileMissing', invalid: 'fileInvalid' },
  shownMessages: 'all',
  view: () => import('./field.tsx'),
})
