import { createPreviewServer, listen } from './cli/preview/server.ts'
import { launchBrowser } from './cli/audit/launch.ts'
import { findBrowser } from './cli/audit/browser.mjs'
const server = createPreviewServer('/tmp/mx/out')
const port = await listen(server, '127.0.0.1', 0)
const browser = await launchBrowser(await findBrowser({ shell: true }))
for (const path of (process.argv[2] ?? '/').split(','))
for (const [width, height] of [[390, 844], [1440, 900], [320, 568], [768, 1024], [320, 256]] as const)
  for (const colorScheme of ['light', 'dark'] as const) {
    if (width !== 390 && width !== 1440 && colorScheme === 'dark') continue
    const context = await browser.newContext({ viewport: { width, height }, colorScheme })
    const page = await context.newPage()
    page.on('console', (m) => m.type() === 'error' && console.log(m.text().slice(0, 150)))
    await page.route((url) => url.hostname !== '127.0.0.1', (r) => r.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto(`http://127.0.0.1:${port}${path}`)
    await page.locator('.consent-bar').waitFor()
    await page.waitForTimeout(400)
    await page.screenshot({ path: `/tmp/mx/shots/${path.replace(/\W/g, '_')}-${width}x${height}-${colorScheme}.png` })
    if (width === 390 || width===1440) { await page.evaluate(() => window.scrollTo(0, 1e6)); await page.waitForTimeout(200); await page.screenshot({ path: `/tmp/mx/shots/${path.replace(/\W/g, '_')}-${width}-${colorScheme}-end.png` }) }
    await context.close()
  }
await browser.close(); server.close(); server.closeAllConnections()
