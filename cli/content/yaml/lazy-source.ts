import type { TextFile } from '../read-text.ts'
import type { Source } from './source.ts'

/**
 * Flawless YAML whose data is known: it is parsed only when somebody asks for the place of something in it. What the
 * parser makes of a text takes ten times the room of its data, and most files are never asked.
 */
export function createLazySource(file: TextFile, data: unknown, parse: () => Source): Source {
  let parsed: Source | undefined
  const source = () => {
    parsed ??= parse()
    return parsed
  }
  return {
    file: file.file,
    get text() {
      return file.text
    },
    ...{ data, rawData: data },
    range: (...where) => source().range(...where),
    rangeOfWord: (...where) => source().rangeOfWord(...where),
  }
}
