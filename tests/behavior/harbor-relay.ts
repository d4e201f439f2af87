import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { copyHarborContent } from '../cli/break-content.ts'
import { runHere } from '../run-here.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

/** End of a contact form, below its groups. */
export const CONTACT_FORM_END = `submit: { label: Send it over, busy: Sending... }
success: { text: It is on board. }
failure: { text: That did not go out. }
thanks: { heading: It is on board., text: We answer soon. }
`

/**
 * Builds changed content of the tests' own for all tests in a file, and serves it with its relay.
 * @param prepare changes the content in a folder
 * @returns the output folder, and the relay while tests run
 */
export function runHarborRelay(prepare: (content: string) => void): { out: string; readonly relay: RunningRelay } {
  const folder = mkdtempSync(path.join(tmpdir(), 'harbor-relay-'))
  const out = path.join(folder, 'out')
  let relay: RunningRelay
  beforeAll(async () => {
    const content = copyHarborContent(folder)
    prepare(content)
    const { code, stdout, stderr } = await runHere(['build', '--content', content, '--out', out])
    if (code !== 0) throw new Error(stdout + stderr)
    relay = await runRelay(out)
  })
  afterAll(async () => {
    await relay?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    out,
    get relay() {
      return relay
    },
  }
}
