import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** A field for several files, as the last field of a form. */
const PHOTOS_FIELD = `
      - kind: file
        name: photos
        label: Photos of your boat
        extensions: [jpg, png]
        maxMegabytes: 1
        multiple: 3
        tooLarge:
          text: Choose at most three photos, together up to 1 MB
        messages:
          invalid: Choose photos that end in .jpg or .png`

/**
 * Builds and serves content of the tests' own for all tests in a file. Its position contains every Markdown block, and
 * its contact form accepts photos.
 * @returns the address of the site and the output folder
 */
export function serveHarbor(): { readonly site: string; readonly out: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'harbor-site-'))
  const out = path.join(folder, 'out')
  let site = ''
  let close = () => {}
  beforeAll(async () => {
    const content = copyHarborContent(folder)
    appendFileSync(path.join(content, 'jobs', 'listing-keeper.md'), EVERY_BLOCK)
    const contact = path.join(content, 'forms', 'contact.yaml')
    writeFileSync(contact, readFileSync(contact, 'utf8').replace('\nsubmit:', `${PHOTOS_FIELD}\nsubmit:`))
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
    out,
    get site() {
      return site
    },
  }
}
