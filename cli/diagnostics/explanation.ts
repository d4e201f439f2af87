/** Explanation of a rule, as printed by `site explain`. */
export interface Explanation {
  /** The problem, in one sentence. */
  means: string
  /** The effect on visitors. */
  matters: string
  bad: string
  good: string
  /** The fix, in one sentence. */
  fix: string
}

/** Explanations by rule id. */
export type Explanations = Readonly<Record<string, Explanation>>
