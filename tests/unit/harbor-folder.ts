import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { planFixes, writeFixes } from '../../cli/engine/apply-fixes.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { copyHarbor, keepWhole } from '../cli/break-content.ts'

/** A valid content folder for the tests of one file; each check begins with it as it was. */
export function createHarborFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'harbor-'))
  const content = copyHarbor(folder)
  const mend = keepWhole(content)
  const load = () => loadContent(content, { cache: createParseCache(path.join(folder, 'cache')) })
  return {
    content,
    load,
    /** What the check says after a change of the folder. */
    async check(change: (content: string) => void) {
      mend()
      change(content)
      return load()
    },
    /** The same after one replacement in one file. @throws when there is nothing to replace */
    edit(file: string, old: string | RegExp, text: string) {
      return this.check(() => {
        const target = path.join(content, file)
        const before = readFileSync(target, 'utf8')
        const after = before.replace(old, () => text)
        if (after === before) throw new Error(`${file} has no ${old}`)
        writeFileSync(target, after)
      })
    },
    /** Applies every fix that is offered; returns the text of a file. */
    async fix(file: string): Promise<string> {
      writeFixes(content, planFixes(content, await load()))
      return readFileSync(path.join(content, file), 'utf8')
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
