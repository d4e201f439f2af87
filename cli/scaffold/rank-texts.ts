/** A text to search: its heading, the headings around it, and the text itself. */
interface SearchedText {
  title: string
  around: string
  body: string
}

/** How often a word of the heading, or of the headings around it, counts in comparison with a word of the text. */
const titleWeight = 8
const aroundWeight = 2

/**
 * Returns the texts that contain the query's words or, by importance, at least half of them, the best match first.
 * Ranks them with BM25, in which rare words count more, and multiplies by the share of the words that a text contains.
 */
export function rankTexts<T extends SearchedText>(texts: readonly T[], query: string): T[] {
  const indexed = texts.map((text) => ({ text, ...countStems(text) }))
  const averageLength = indexed.reduce((sum, { length }) => sum + length, 0) / texts.length
  const words = [...new Set(listStems(query))].map((word) => {
    const containing = indexed.filter(({ counts }) => counts.has(word)).length
    return { word, weight: Math.log(1 + (texts.length - containing + 0.5) / (containing + 0.5)) }
  })
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  const ranked = indexed
    .map(({ text, counts, length }) => {
      const found = words.filter(({ word }) => counts.has(word))
      const share = found.reduce((sum, { weight }) => sum + weight, 0) / total
      const scores = found.map(({ word, weight }) => {
        const count = counts.get(word) ?? 0
        return (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / averageLength))
      })
      return { text, share, score: share * scores.reduce((sum, score) => sum + score, 0) }
    })
    .filter(({ share }) => share >= 0.5)
    .sort((a, b) => b.score - a.score)
  return ranked.filter(({ score }) => score > (ranked[0]?.score ?? 0) / 3).map(({ text }) => text)
}

function countStems({ title, around, body }: SearchedText): { counts: Map<string, number>; length: number } {
  const counts = new Map<string, number>()
  const bodyStems = listStems(body)
  const add = (stem: string, weight: number) => counts.set(stem, (counts.get(stem) ?? 0) + weight)
  for (const stem of listStems(title)) add(stem, titleWeight)
  for (const stem of listStems(around)) add(stem, aroundWeight)
  for (const stem of bodyStems) add(stem, 1)
  return { counts, length: bodyStems.length }
}

/** Lists the words in lower case without the endings of plurals and tenses. */
function listStems(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.map((word) => word.replace(/(?<=\w{3})(?:ions?|ing|ed|es|e|(?<!s)s)$/, ''))
}
