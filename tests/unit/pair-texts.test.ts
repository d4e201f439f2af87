import { describe, expect, it } from 'vitest'
import { pairTexts, type TextPair } from '../../cli/content/translations/pair-texts.ts'
import { createRandom } from '../random.ts'

const translate = (text: string) => `de ${text}`
const pairsOf = (texts: readonly string[]): TextPair[] => texts.map((from) => ({ from, to: translate(from) }))
/** Returns the translation of each text, with the old text in parentheses if it has changed. */
const describePairs = (texts: readonly string[], pairs: readonly TextPair[]) => {
  const { translations, unused } = pairTexts(texts, pairs)
  const found = texts.map((text) => {
    const { to, outdated } = translations.get(text) ?? {}
    return outdated === undefined ? to : `${to} (${outdated})`
  })
  return { found, unused: unused.map((index) => pairs[index]?.from) }
}

describe('translations of texts', () => {
  const texts = ['Our story', 'Four dates', 'Founded', 'We began with one client', 'Get started']

  it('are found by text, in any order', () => {
    const moved = ['Get started', 'Founded', 'Our story', 'We began with one client', 'Four dates']
    expect(describePairs(moved, pairsOf(texts))).toEqual({ found: moved.map(translate), unused: [] })
  })

  it('stay in use when a text changes, and are then outdated', () => {
    const changed = ['Our story', 'Five dates', 'Founded', 'We began with one client', 'Talk to us']
    expect(describePairs(changed, pairsOf(texts))).toEqual({
      found: [
        'de Our story',
        'de Four dates (Four dates)',
        'de Founded',
        'de We began with one client',
        'de Get started (Get started)',
      ],
      unused: [],
    })
  })

  it('are missing for new texts, and unused for removed ones', () => {
    const [first = '', ...others] = texts
    expect(describePairs([first, 'New line', ...others], pairsOf(texts)).found).toEqual([
      'de Our story',
      undefined,
      ...others.map(translate),
    ])
    expect(describePairs(others, pairsOf(texts))).toEqual({ found: others.map(translate), unused: ['Our story'] })
  })

  it('do not move from a removed text to a different new one beside a changed text', () => {
    const now = ['Our story', 'Four important dates', 'Founded', 'We began with one client', 'Get started']
    const pairs = [...pairsOf(['Our story', 'Completely different']), ...pairsOf(texts.slice(1))]
    const { found, unused } = describePairs(now, pairs)
    expect(found[1]).toBe('de Four dates (Four dates)')
    expect(unused).toEqual(['Completely different'])
  })

  it('are used once for texts that occur several times, and not at all if they are empty', () => {
    const pairs = [
      { from: 'Read more', to: 'Weiterlesen' },
      { from: 'Founded', to: '' },
    ]
    expect(describePairs(['Read more', 'Founded', 'Read more'], pairs)).toEqual({
      found: ['Weiterlesen', undefined, 'Weiterlesen'],
      unused: [],
    })
  })

  it('are reported as outdated for exactly the texts that change, through 200 random edits', () => {
    const random = createRandom(57)
    const below = (limit: number) => Math.floor(random() * limit)
    let count = 0
    const create = () => {
      count += 1
      return `Text ${count} about ${['bread', 'ovens', 'flour', 'rye'][below(4)]}`
    }
    let source = Array.from({ length: 12 }, create)
    for (let round = 0; round < 200; round += 1) {
      const pairs = pairsOf(source)
      const at = below(source.length)
      const kind = ['change', 'move', 'add', 'remove'][below(4)]
      const text = create()
      const next =
        kind === 'change'
          ? source.with(at, text)
          : kind === 'add'
            ? source.toSpliced(at, 0, text)
            : source.toSpliced(at, 1)
      if (kind === 'move') next.splice(below(source.length), 0, source[at] ?? '')
      const { translations, unused } = pairTexts(next, pairs)
      const outdated = [...translations].filter(([, pair]) => pair.outdated !== undefined).map(([now]) => now)
      expect(outdated, kind).toEqual(kind === 'change' ? [text] : [])
      expect(next.filter((now) => !translations.has(now))).toEqual(kind === 'add' ? [text] : [])
      expect(unused).toEqual(kind === 'remove' ? [at] : [])
      source = next.length > 3 ? next : Array.from({ length: 12 }, create)
    }
  })
})
