import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { needs } from '../needs.ts'
import { ask } from './ask.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { webServers } from './web-servers.ts'

const browser = sharedBrowser()

/** Copies the agency, so that a test can remove files. */
function copyOfSite(): string {
  const out = mkdtempSync(path.join(tmpdir(), 'site-'))
  onTestFinished(() => rmSync(out, { recursive: true, force: true }))
  cpSync(inject('out'), out, { recursive: true })
  return out
}

describe.each(webServers)('web server $name', ({ needs: all, serve }) => {
  it('serves a script on reload even if it was missing on the first load', needs(...all), async () => {
    const out = copyOfSite()
    const { address, stop } = await serve(out)
    onTestFinished(stop)
    const { page, close } = await browser.open({ ignoreHTTPSErrors: true })
    onTestFinished(close)
    const entries = path.join(out, 'site', 'assets', 'entries')
    expect(readdirSync(entries)).not.toEqual([])
    // Simulates an upload in progress: the pages have been uploaded, but their scripts have not.
    renameSync(entries, `${entries}-later`)
    const response = page.waitForResponse((answer) => answer.url().includes('/assets/entries/'))
    await page.goto(`${address}/about`)
    const missing = await response
    expect([missing.status(), missing.headers()['cache-control']]).toEqual([404, 'no-store'])
    expect((await ask(address, new URL(missing.url()).pathname)).body).toContain('</html>')
    renameSync(`${entries}-later`, entries)
    await page.reload()
    await hydrated(page)
  })
})
