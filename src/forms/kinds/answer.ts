/** Parses and serializes answers of one field type. Browsers load it, so it has no zod schema and no checks. */
export interface AnswerCodec<F, V> {
  /** Whether the answer consists of all values with the field's name, not only the last one. */
  many?: true
  /** Parses a string (with `many`, a list of strings) or a JSON value. Returns undefined if it is invalid. */
  parse(raw: unknown): V | undefined
  /** Initial value of the field. By default, the field is empty. */
  initial?(field: F): V
  /** Converts the value to JSON. Without this function, the value is sent unchanged. */
  toWire?(value: V, field: F): unknown
}

/** Parses text and removes leading and trailing spaces. */
export const textCodec: AnswerCodec<unknown, string> = {
  parse: (raw) => (typeof raw === 'string' ? raw.trim() : undefined),
}

/** Parses several choices. */
export const choicesCodec: AnswerCodec<unknown, string[]> = {
  many: true,
  parse(raw) {
    const list: unknown[] = [raw].flat()
    return list.every((item) => typeof item === 'string') ? list : undefined
  },
  initial: () => [],
}
