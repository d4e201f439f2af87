/** Parses and serializes the answers of a field type. Browsers load it, so it has no zod and no checks. */
export interface Answer<F, V> {
  /** The answer is every text of a name, not only the last. */
  many?: true
  /** Parses a text (with `many` a list) or a JSON value. Returns undefined if it is invalid. */
  parse(raw: unknown): V | undefined
  /** Initial value of the field; empty by default. */
  initial?(field: F): V
  /** Converts the value to JSON, if it is not sent unchanged. */
  toWire?(value: V, field: F): unknown
}

/** Text without leading and trailing spaces. */
export const textAnswer: Answer<unknown, string> = {
  parse: (raw) => (typeof raw === 'string' ? raw.trim() : undefined),
}
