/** How the answer to a kind of field is read and sent. In browsers as well: no zod, no checks. */
export interface Answer<F, V> {
  /** All texts of a name are one answer; without it the last one is. */
  many?: true
  /** Reads one text (of `many` a list), or what JSON holds. @returns undefined for what is no answer of this kind */
  parse(given: unknown): V | undefined
  /** Initial value of the field; empty by default. */
  initial?(field: F): V
  /** Its shape in JSON, where that is not the value itself. */
  toWire?(value: V, field: F): unknown
}

/** Text without leading and trailing spaces. */
export const textAnswer: Answer<unknown, string> = {
  parse: (given) => (typeof given === 'string' ? given.trim() : undefined),
}
