import { hash } from '../cache.mjs'
import type { Markdown } from './markdown.ts'
import type { Problem } from './problem.ts'
import { parseYaml, type Source } from './source.ts'
import { readPlainYaml } from './yaml-plain.ts'

/** Keeps what flawless YAML says, where reading it takes long: it is parsed again only when the place of something in it is asked for. */
export function createYamlCache({ cache, code }: Pick<Markdown, 'cache' | 'code'>) {
  return {
    parse(name: string, text: string, yaml: string, start: number): { source: Source; problems: Problem[] } {
      const plain = readPlainYaml(yaml)
      if (plain) return { source: createLazySource(name, text, yaml, start, plain), problems: [] }
      const key = hash(code, yaml)
      const known = cache.findJson('yaml', key)
      if (known !== undefined) return { source: createLazySource(name, text, yaml, start, known), problems: [] }
      const parsed = parseYaml(name, text, yaml, start)
      const { data } = parsed.source
      if (parsed.problems.length > 0 || data === undefined) return parsed
      cache.store('yaml', key, JSON.stringify(data))
      return { source: createLazySource(name, text, yaml, start, data), problems: [] }
    },
  }
}

/** The parser's document takes ten times the room of its data, and nobody asks for a place in most files. */
function createLazySource(file: string, text: string, yaml: string, start: number, data: unknown): Source {
  let parsed: Source | undefined
  const source = () => {
    parsed ??= parseYaml(file, text, yaml, start).source
    return parsed
  }
  return {
    ...{ file, text, data, rawData: data },
    range: (...where) => source().range(...where),
    locate: (...where) => source().locate(...where),
    rangeOfWord: (...where) => source().rangeOfWord(...where),
  }
}
