import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { copyHarborContent } from '../cli/break-content.ts'
import { runHere } from '../run-here.ts'

/** Every block that only Markdown produces, as the end of a Markdown body. */
const EVERY_BLOCK = `
> [!WARNING]
> The pier is slippery.

| Tide | Height |
| :--- | -----: |
| Low  |    1.2 |
| High |    3.4 |

#### Fourth-level heading

> A quote from the harbor master.

![The pier at dusk](../images/pier-at-dusk.jpg "The pier, looking west")

\`\`\`js
const tide = 'low' // comment
\`\`\`
`

/** Builds and serves content of the tests' own for all tests in a file. Its position contains every Markdown block. */
export function serveHarbor(): { readonly site: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'harbor-site-'))
  let site = ''
  let close = () => {}
  beforeAll(async () => {
    const content = copyHarborContent(folder)
    appendFileSync(path.join(content, 'jobs', 'listing-keeper.md'), EVERY_BLOCK)
    const out = path.join(folder, 'out')
    const { code, stdout, stderr } = await runHere(['build', '--content', content, '--out', out])
    if (code !== 0) throw new Error(stdout + stderr)
    const server = createPreviewServer(out)
    site = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
    close = () => {
      server.close()
      server.closeAllConnections()
    }
  })
  afterAll(() => {
    close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    get site() {
      return site
    },
  }
}
