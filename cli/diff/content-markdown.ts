import type { ContentDifference, ContentPageChange } from './content-difference.ts'
import { contentNotes, fieldWords, pageWords, valueWords } from './content-words.ts'
import { cell, commentOf } from './markdown.ts'

/** Changes that are told of a page: a comment must stay short. */
const CAUSES = 3

/** The same as a comment for a pull request. */
export function contentMarkdown(difference: ContentDifference): string {
  const row = (one: ContentPageChange) => {
    const causes = one.causes.slice(0, CAUSES).map((change) => {
      const place = cell([change.file, fieldWords(change)].filter(Boolean).join(' '))
      const words = valueWords(change)
      // As code: what content says is no markdown of this comment, and mentions nobody.
      return [place, change.field && words ? cell(words) : words].filter(Boolean).join(' ')
    })
    const more = one.causes.length - CAUSES
    if (more > 0) causes.push(`and ${more} more`)
    return `| ${cell(one.page)} | ${pageWords(one, difference.changedAddresses)} | ${causes.join('<br>')} |`
  }
  const head = ['| page | what changed | where |', '|---|---|---|']
  const notes = contentNotes(difference, (file) => file)
  return commentOf(difference, head, row, notes)
}
