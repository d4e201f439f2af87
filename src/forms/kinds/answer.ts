/** Reads and sends the answers of a kind of field. Used in browsers too, so without zod and checks. */
export interface Answer<F, V> {
  /** All texts of a name are the answer, instead of the last one. */
  many?: true
  /** Parses a text (with `many` a list) or a JSON value. Returns undefined if it is invalid. */
  parse(given: unknown): V | undefined
  /** Initial value of the field; empty by default. */
  initial?(field: F): V
  /** Converts the value to JSON, if that is not the value itself. */
  toWire?(value: V, field: F): unknown
}

/** Text without leading and trailing spaces. */
export const textAnswer: Answer<unknown, string> = {
  parse: (given) => (typeof given === 'string' ? given.trim() : undefined),
}
