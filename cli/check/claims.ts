import type { Rule } from '../content/parsed.ts'

export const claims: Rule = () => []
