import type { TextFile } from '../read-text.ts'
import type { YamlSource } from './source.ts'

/**
 * Returns a source for valid YAML whose data is known. Parses the text only when a position is needed, because the
 * parsed document takes ten times the memory of its data and most files never need it.
 */
export function createLazySource(file: TextFile, data: unknown, parse: () => YamlSource): YamlSource {
  let parsed: YamlSource | undefined
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
    range: (...args) => source().range(...args),
    rangeOfWord: (...args) => source().rangeOfWord(...args),
  }
}
