import { z } from 'zod'
import { textCodec } from './answer.ts'
import { createFieldSchema, type FieldBase } from './field-schema.ts'
import type { FieldType } from './field-type.ts'

type TextField = FieldBase & { maxLength: number }
type TextRules = Omit<FieldType<TextField, string>, 'schema' | 'view'>

interface TextOptions {
  /** Noun that messages use for the answer. */
  noun?: string | undefined
  /** Valid answers, the shortest last. */
  examples: readonly [...string[], string]
  check?: TextRules['check']
  /** Maximum number of characters that parsing adds to the input. */
  added?: number | undefined
}

/** Returns the rules for text with a maximum length. */
export function createTextRules({ noun = 'answer', examples, check: customCheck, added = 0 }: TextOptions) {
  // Counts characters as browsers do: in UTF-16 code units, with a line break as one character.
  const check = (value: string, field: TextField) =>
    value.replace(/\r\n/g, '\n').length > field.maxLength + added ? 'too-long' : customCheck?.(value, field)
  const example = ({ maxLength }: TextField) =>
    examples.find((text) => text.length <= maxLength) ?? examples.at(-1) ?? ''
  return {
    answer: textCodec,
    check,
    example,
    limits: ({ maxLength }) => `at most ${maxLength.toLocaleString('en-US')} characters`,
    listProblems(field) {
      if (!check(example(field), field)) return []
      const message = `no ${noun} fits in ${field.maxLength} characters: every answer is rejected`
      return [{ rule: 'form/refused', path: ['maxLength'], message, help: 'Increase or remove maxLength.' }]
    },
  } satisfies TextRules
}

const lineShape = {
  autocomplete: z.string().meta({ sent: true }).optional().describe('HTML autofill name, such as email'),
  maxLength: z.int().min(1).max(500).default(200).describe('Maximum length of the answer, in characters'),
}

/** Defines a field type for one line of text. */
export function defineLineType<const N extends string>(
  kind: N,
  about: string,
  options: TextOptions & Partial<TextRules> & Pick<FieldType<TextField, string>, 'view'>,
) {
  const { noun, examples, added, check: customCheck, ...own } = options
  const check: typeof customCheck = (value, field) => (/[\r\n]/.test(value) ? 'invalid' : customCheck?.(value, field))
  const rules = createTextRules({ noun, examples, added, check })
  return { schema: createFieldSchema(kind, about, lineShape), ...rules, ...own }
}
