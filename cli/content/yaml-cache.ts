import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Problem } from './problem.ts'
import { parseYaml, type Source } from './source.ts'

/** Raise it when the reading of YAML changes. */
const VERSION = 2

/**
 * Remembers what flawless YAML of a content folder says, so that it is parsed again only when it has changed, or
 * when the place of something in it is asked for.
 */
export function createYamlCache(folder: string, cacheFolder: string) {
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const file = path.join(cacheFolder, `yaml-${VERSION}-${key}.json`)
  let before: Record<string, unknown> = {}
  try {
    before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch {
    // Not there yet, or cut off by a crash.
  }
  const now: Record<string, unknown> = {}
  let changed = false
  let saved = false

  return {
    parse(name: string, text: string, yaml: string, start: number): { source: Source; problems: Problem[] } {
      const id = createHash('sha256').update(yaml).digest('base64url').slice(0, 22)
      const known = now[id] ?? before[id]
      if (known !== undefined) {
        now[id] = known
        return { source: createLazySource(name, text, yaml, start, known), problems: [] }
      }
      const parsed = parseYaml(name, text, yaml, start)
      if (parsed.problems.length === 0 && parsed.source.data !== undefined) {
        now[id] = parsed.source.data
        changed = true
      }
      return parsed
    },
    /** Keeps it for the next time. Once is enough: what changes after that are single files. */
    save(): void {
      if (saved) return
      saved = true
      if (!changed) return
      mkdirSync(cacheFolder, { recursive: true })
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(now))
      renameSync(`${file}.${process.pid}`, file)
    },
  }
}
export type YamlCache = ReturnType<typeof createYamlCache>

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
