/** Weight of a word in the title, relative to a word in the body. */
const TITLE_WEIGHT = 8

/**
 * Returns the texts that contain the query's words or, by importance, at least half of them, the best match first.
 * Ranks them with BM25, in which rare words count more, and multiplies by the share of the words that a text contains.
 */
export function rankTexts<T extends { title: string; body: string }>(texts: readonly T[], query: string): T[] {
  const indexed = texts.map((text) => {
    const counts = new Map<string, number>()
    for (const stem of listStems(`${text.title} `.repeat(TITLE_WEIGHT) + text.body))
      counts.set(stem, (counts.get(stem) ?? 0) + 1)
    return { text, counts, length: text.body.length }
  })
  const averageLength = indexed.reduce((sum, { length }) => sum + length, 0) / texts.length
  const words = [...new Set(listStems(query))].map((word) => {
    const containing = indexed.filter(({ counts }) => counts.has(word)).length
    return { word, weight: Math.log(1 + (texts.length - containing + 0.5) / (containing + 0.5)) }
  })
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  const ranked = indexed
    .map(({ text, counts, length }) => {
      let share = 0
      let score = 0
      for (const { word, weight } of words) {
        const count = counts.get(word) ?? 0
        if (count > 0) share += weight / total
        score += (weight * count * 2.2) / (count + 0.3 + (0.9 * length) / averageLength)
      }
      return { text, share, score: share * score }
    })
    .filter(({ share }) => share >= 0.5)
    .sort((a, b) => b.score - a.score)
  return ranked.filter(({ score }) => score > (ranked[0]?.score ?? 0) / 3).map(({ text }) => text)
}

/** Lists the words in lower case, without the endings of plurals and tenses. */
function listStems(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.map((word) => word.replace(/(?<=\w{3})(?:ions?|ing|ed|es|e|(?<!s)s)$/, ''))
}
