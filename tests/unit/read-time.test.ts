import { describe, expect, it } from 'vitest'
import { getReadTime } from '../../src/entries/article.ts'

describe('getReadTime', () => {
  it.each([
    ['the given minutes', { readTime: 9, words: 10 }, 9],
    ['one minute for an empty text', { readTime: undefined, words: 0 }, 1],
    ['one minute for 230 words', { readTime: undefined, words: 230 }, 1],
    ['two minutes for 231 words', { readTime: undefined, words: 231 }, 2],
  ])('returns %s', (_, entry, minutes) => {
    expect(getReadTime(entry)).toBe(minutes)
  })
})
