import { isDisjointWith, JS, NFA } from 'refa'

/**
 * Returns the loop of a pattern whose running time is quadratic for a text that repeats what comes before the loop, such
 * as `.*` in `<!--.*-->`: each `<!--` starts a search that runs to the end of the text. scslre finds only loops that
 * one repeated character attacks.
 */
export function findRepeatedPrefix(source: string, flags: string): string | undefined {
  const literal = { source, flags: flags.replace(/[dgy]/g, '') }
  const { alternatives } = JS.Parser.fromLiteral(literal).ast.pattern
  for (const { elements } of alternatives) {
    const loop = elements.find((element, index) => {
      if (element.type !== 'Quantifier' || element.max !== Number.POSITIVE_INFINITY) return false
      const [before, after] = [elements.slice(0, index), elements.slice(index + 1)]
      const [first, prefix, suffix] = [before[0], join(before), join(after)]
      // If nothing must follow, or if the prefix is also the end, the loop cannot fail.
      if (!first || suffix === prefix || after.every(isOptional)) return false
      const { element: repeated } = element
      if (first.type === 'Assertion' && first.kind === 'start') {
        const canStartAgain =
          literal.flags.includes('m') && overlaps('[^]*\n[^]*', `(?:${repeated.raw})*`, literal.flags)
        if (!canStartAgain) return false
      }
      // (?<![a-z])x[a-z]* starts only once, and (?:(?!x).)* ends before the next x.
      const guard = first.type === 'Assertion' && first.kind === 'lookbehind' ? first : undefined
      if (guard?.negate && guard.alternatives.some(({ raw }) => raw === repeated.raw)) return false
      const [inner] = 'alternatives' in repeated ? (repeated.alternatives[0]?.elements ?? []) : []
      const limit = inner?.type === 'Assertion' && inner.kind === 'lookahead' ? inner : undefined
      if (limit?.negate && limit.alternatives.some(({ raw }) => prefix.startsWith(raw))) return false
      return overlaps(prefix, `(?:${repeated.raw})+`, literal.flags)
    })
    if (loop) return loop.raw
  }
  return undefined
}

const join = (elements: readonly { raw: string }[]) => elements.map(({ raw }) => raw).join('')
const isOptional = (element: { type: string; min?: number }) => element.type === 'Quantifier' && element.min === 0

/** Reports whether two patterns, without their assertions, match a common text. */
function overlaps(one: string, other: string, flags: string): boolean {
  const [a, b] = [one, other].map((source) => {
    const parser = JS.Parser.fromLiteral({ source, flags })
    const { expression, maxCharacter } = parser.parse({ assertions: 'ignore', backreferences: 'disable' })
    return NFA.fromRegex(expression, { maxCharacter })
  }) as [NFA, NFA]
  return !isDisjointWith(a, b)
}
