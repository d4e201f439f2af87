/** Explanation of a rule, which `site explain` prints. */
export interface Explanation {
  /** What the problem is, in one sentence. */
  means: string
  /** How it affects visitors. */
  matters: string
  bad: string
  good: string
  /** How to fix it, in one sentence. */
  fix: string
}

/** Explanations by rule id. */
export type Explanations = Readonly<Record<string, Explanation>>
