import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { planFixes, writeFixes } from '../../cli/engine/apply-fixes.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { copyHarborContent, snapshotFolder } from '../cli/break-content.ts'

/** Creates a valid content folder. Each check first restores the original files. */
export function createHarborFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'harbor-'))
  const content = copyHarborContent(folder)
  const restore = snapshotFolder(content)
  const load = () => loadContent(content, { cache: createParseCache(path.join(folder, 'cache')) })
  return {
    content,
    load,
    /** Restores the folder, changes it, and loads its content. */
    async check(change: (content: string) => void) {
      restore()
      change(content)
      return load()
    },
    /** Replaces `old` with `text` in one file and loads the folder. @throws if `old` is not found */
    edit(file: string, old: string | RegExp, text: string) {
      return this.check(() => {
        const target = path.join(content, file)
        const before = readFileSync(target, 'utf8')
        const after = before.replace(old, () => text)
        if (after === before) throw new Error(`${file} has no ${old}`)
        writeFileSync(target, after)
      })
    },
    /** Applies every available fix and returns the fixed text of this file. */
    async fix(file: string): Promise<string> {
      writeFixes(content, planFixes(content, await load()))
      return readFileSync(path.join(content, file), 'utf8')
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
