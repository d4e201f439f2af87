import { defineKind, type FieldFault } from '../kind.ts'
import { type FileField, schema } from './schema.ts'

/** Sizes that visitors read beside the field, such as "up to 5 MB". */
const SIZE = /(\d+(?:[.,]\d+)?)[\s-]?(k|m|g)(?:i?b|o|egabytes?)(?!\p{L})/giu
const MEGABYTES: Readonly<Record<string, number>> = { k: 1 / 1024, m: 1, g: 1024 }

/** Reports texts whose sizes all differ from the limit. */
function sizeFaults({ label, hint = '', tooLarge, maxMegabytes }: FileField): FieldFault[] {
  const texts = [
    [['label'], label],
    [['hint'], hint],
    [['tooLarge', 'title'], tooLarge.title ?? ''],
    [['tooLarge', 'text'], tooLarge.text],
  ] as const
  return texts.flatMap(([path, text]): FieldFault[] => {
    const sizes = [...text.matchAll(SIZE)]
    const isLimit = ([, amount = '', unit = '']: RegExpExecArray) => {
      const size = Number(amount.replace(',', '.')) * (MEGABYTES[unit.toLowerCase()] ?? 1)
      // 500 KB may be counted with 1000 or with 1024 to the megabyte.
      return Math.abs(size / maxMegabytes - 1) < 0.03
    }
    const [first] = sizes
    if (!first || sizes.some(isLimit)) return []
    const message = `this says ${first[0]}, but maxMegabytes is ${maxMegabytes}`
    return [{ rule: 'form/range', severity: 'warning', path, message, help: 'Write the same size in both places.' }]
  })
}

/** Attachments are not answers: they are sent beside them, and the relay checks their content. */
export const file = defineKind(schema, {
  limits: ({ extensions, maxMegabytes }) => `${extensions.join(', ')}; at most ${maxMegabytes} MB`,
  faults(field, endpoint) {
    if (endpoint === 'submit-application') return sizeFaults(field)
    const message = `"${endpoint}" accepts no files: the attachment would be lost`
    const help = 'Write "endpoint: submit-application" and add a value under fixed, or ask for a link instead.'
    return [{ rule: 'form/lost', path: ['kind'], message, help }]
  },
  view: () => import('./field.tsx'),
})
