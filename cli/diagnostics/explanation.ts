/** What `site explain` says of a rule. */
export interface Explanation {
  /** What is wrong, in one sentence. */
  means: string
  /** What a visitor would notice. */
  matters: string
  bad: string
  good: string
  /** How to fix it. */
  fix: string
}

/** Explanations by rule id. */
export type Explanations = Readonly<Record<string, Explanation>>
