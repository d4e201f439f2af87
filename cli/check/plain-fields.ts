import { listMarks } from '../content/marks.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { problemAt } from '../content/problem-at.ts'
import { listFields } from './fields.ts'
import { oncePer } from './once-per.ts'

/** Fields are plain text: markdown in them is shown as it is written. */
export function plainFields({ files }: ParsedFolder): Problem[] {
  return files.flatMap(inFile)
}

const inFile = oncePer((file: ParsedFile): Problem[] =>
  listFields(file).flatMap(({ path, text }): Problem[] => {
    const { source } = file
    if (!source) return []
    return [...new Set(listMarks(text).map((mark) => mark.text))].map((mark) =>
      problemAt(source, source.rangeOfWord(path, mark), {
        rule: 'markdown/field',
        message: 'fields are plain text: visitors would read these marks',
        found: mark,
        help: file.body
          ? 'Write it without them, or in the text below the fields.'
          : 'Write it without them; a link has a field of its own where there can be one.',
      }),
    )
  }),
)
