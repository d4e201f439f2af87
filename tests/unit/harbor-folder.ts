import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { planFixes, writeFixes } from '../../cli/engine/apply-fixes.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { copyHarbor, keepWhole } from '../cli/break-content.ts'

/** Creates a valid content folder, which is restored before each check. */
export function createHarborFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'harbor-'))
  const content = copyHarbor(folder)
  const restore = keepWhole(content)
  const load = () => loadContent(content, { cache: createParseCache(path.join(folder, 'cache')) })
  return {
    content,
    load,
    /** Loads the folder after a change. */
    async check(change: (content: string) => void) {
      restore()
      change(content)
      return load()
    },
    /** Loads the folder after a replacement in one file. @throws if `old` is not found */
    edit(file: string, old: string | RegExp, text: string) {
      return this.check(() => {
        const target = path.join(content, file)
        const before = readFileSync(target, 'utf8')
        const after = before.replace(old, () => text)
        if (after === before) throw new Error(`${file} has no ${old}`)
        writeFileSync(target, after)
      })
    },
    /** Applies every available fix and returns the text of a file. */
    async fix(file: string): Promise<string> {
      writeFixes(content, planFixes(content, await load()))
      return readFileSync(path.join(content, file), 'utf8')
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
