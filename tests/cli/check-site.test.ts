import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { writeImages } from '../../cli/build/images.ts'
import { listAddresses, listPublishedFiles } from '../../cli/content/addresses.ts'
import { openContentFolder } from '../../cli/content/content-files.ts'
import { createContentParser } from '../../cli/content/parse.ts'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import type { ParsedFile } from '../../cli/content/parsed.ts'
import { readContentFolder } from '../../cli/content/read.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { createPreviewServer, listen, RELAY_PATH_PATTERN } from '../../cli/preview/server.ts'
import { explainReservedAddress } from '../../cli/rules/addresses.ts'
import { agency } from '../agency.ts'
import { hydrated, sharedBrowser } from '../behavior/browser.ts'
import { shiftsOf, watchShifts } from '../behavior/layout-shift.ts'
import { runHere } from '../run-here.ts'
import { smallPdf } from '../small-pdf.ts'
import { copyHarborContent } from './break-content.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'check-site-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function listAgencyAddresses() {
  const content = agency
  const read = readContentFolder(openContentFolder(content))
  const parser = createContentParser(read)
  const files: ParsedFile[] = []
  for (const single of read.singles.values()) files.push((await parser.single(single)).parsed)
  for (const file of read.files) files.push((await parser.file(file)).parsed)
  return listAddresses(files)
}

describe('listAddresses', () => {
  it('returns exactly the pages and anchors in the build', async () => {
    const out = path.join(inject('out'), 'site')
    const addresses = await listAgencyAddresses()
    const pages = readdirSync(out, { recursive: true })
      .map((name) => String(name).replaceAll(path.sep, '/'))
      .filter((name) => name.endsWith('.html') && !/^\d+\.html$/.test(name))
      .map((name) => `/${name.replace(/(?:^index)?\.html$/, '')}`)
    expect(addresses.map((address) => address.path).sort()).toEqual(pages.sort())
    for (const { path: address, anchors } of addresses) {
      const html = readFileSync(path.join(out, address === '/' ? 'index.html' : `${address}.html`), 'utf8')
      const made = [...html.matchAll(/<(?:section|dialog|h[1-6])\b[^>]*? id="([^"]+)"/g)]
        .map((match) => match[1] ?? '')
        .filter((id) => !id.startsWith('dialog-') || !id.endsWith('-title'))
      for (const id of made) expect(anchors, `#${id} of ${address}`).toContain(id)
      for (const id of anchors ?? []) if (id && id !== 'top') expect(html, address).toContain(`id="${id}"`)
    }
    for (const file of listPublishedFiles({}))
      expect(readdirSync(path.join(out, path.dirname(file)))).toContain(path.basename(file))
  })
})

describe('a site with images and downloads', () => {
  const content = copyHarborContent(path.join(folder, 'pictured'))
  const out = path.join(folder, 'out')
  const build = async () => JSON.parse((await runHere(['build', '--content', content, '--out', out, '--json'])).stdout)
  const built = (file: string) => path.join(out, 'site', file)
  const read = (file: string) => readFileSync(built(file), 'utf8')
  const browser = sharedBrowser()
  let server: Server
  let site = ''

  beforeAll(async () => {
    const photo = { create: { width: 3000, height: 2000, channels: 3, background: '#c8a06e' } } as const
    const image = (name: string) => path.join(content, 'images', name)
    await sharp(photo).jpeg().toFile(image('Rope Walk.jpg'))
    await sharp(photo).resize(500, 300).png().toFile(image('small.png'))
    await sharp(photo).png().toFile(image('abel.png'))
    writeFileSync(image('tide.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="20"/>')
    const article = path.join(content, 'blog', 'ceilings-for-ads.md')
    mkdirSync(path.join(content, 'files'))
    writeFileSync(path.join(content, 'files', 'rates.pdf'), smallPdf('Rates'))
    const shown = [
      '[Our rates](../files/rates.pdf)',
      '![At noon](<../images/Rope Walk.jpg>)',
      '![Small](../images/small.png)',
      '![Tide](../images/tide.svg)',
    ]
    writeFileSync(article, `${readFileSync(article, 'utf8')}\n${shown.join('\n\n')}\n`)
    const client = path.join(content, 'testimonials', 'abel-rope.yaml')
    writeFileSync(client, `${readFileSync(client, 'utf8')}image: abel.png\n`)
    await build()
    server = createPreviewServer(out)
    site = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
  })
  afterAll(() => {
    server?.close()
    server?.closeAllConnections()
  })

  /** Checks the files in a srcset, and returns the sizes in their names, for example `480x320`. */
  async function listSizes(tag: string) {
    const files = (/srcset="([^"]+)"/i.exec(tag)?.[1] ?? '').split(', ').map((candidate) => candidate.split(' '))
    for (const [url = '', width] of files) {
      const made = await sharp(built(url)).metadata()
      expect([made.format, `${made.width}w`, url.endsWith(`-${made.width}x${made.height}.webp`)]).toEqual([
        'webp',
        width,
        true,
      ])
    }
    return files.map(([url = '']) => /\d+x\d+/.exec(url)?.[0])
  }

  it('publishes images at up to twice their display width but never enlarged, and SVGs unchanged', async () => {
    const tags = read('blog/ceilings-for-ads.html').match(/<img [^>]*>/g) ?? []
    const [photo = '', small = '', drawing = ''] = tags.slice(-3)
    expect(photo).toMatch(
      / src="[^"]+-760x507.webp" .* width="760" height="507" loading="lazy" decoding="async" alt="At noon"/,
    )
    expect(await listSizes(photo)).toEqual(['480x320', '760x507', '1240x827'])
    expect(small).toMatch(/ src="[^"]+-500x300.webp" .* width="500" height="300"/)
    expect(await listSizes(small)).toEqual(['480x288', '500x300'])
    expect(drawing).toMatch(/^<img src="[^"]+-900x20.svg" width="900" height="20" loading/)
    const portrait = /<img [^>]*abel-[^>]*>/.exec(read('index.html'))?.[0] ?? ''
    expect(portrait).toMatch(/ src="[^"]+-48x48.webp" .* sizes="48px" alt="" width="48" height="48"/)
    expect(await listSizes(portrait)).toEqual(['48x48', '96x96', '224x224', '448x448'])
  })

  it('refers to each image and download by a single absolute URL in feeds', () => {
    const feed = read('blog/feed.xml')
    expect(feed).toMatch(/&lt;img src=&quot;https:\/\/[^&]+-760x507.webp&quot; width=&quot;760&quot;/)
    expect(feed).not.toMatch(/srcset|sizes=/)
    expect(feed).toMatch(/href=&quot;https:\/\/[^&]+\/files\/rates.pdf&quot;/)
  })

  it.each([
    ['a phone', 390, 1, 480, 480],
    ['a high-resolution phone', 390, 3, 1240, 500],
    ['a tablet', 768, 1, 760, 500],
    ['a wide screen', 1440, 1, 760, 500],
  ])(
    'loads images on %s in the smallest size that looks sharp, as wide as `sizes` states, without layout shifts',
    async (_, width, deviceScaleFactor, ...files) => {
      const { page, faults, close } = await browser.open({ viewport: { width, height: 800 }, deviceScaleFactor })
      await watchShifts(page)
      await page.goto(`${site}/blog/ceilings-for-ads`)
      const pictures = page.locator('.prose img[srcset]')
      for (const [index, file] of files.entries()) {
        const picture = pictures.nth(index)
        await picture.scrollIntoViewIfNeeded()
        await expect
          .poll(() => picture.evaluate((image) => (image as HTMLImageElement).currentSrc))
          .toContain(`-${file}x`)
      }
      expect((await shiftsOf(page)).filter(({ what }) => what.startsWith('img'))).toEqual([])
      // For images with a srcset, `naturalWidth` is the width given in `sizes`. Until the fonts load, the column and
      // the image are 1% wider.
      const [expected = 0, shown = 0] = await pictures
        .first()
        .evaluate((image) => [(image as HTMLImageElement).naturalWidth, image.getBoundingClientRect().width])
      expect(Math.abs(expected / shown - 1)).toBeLessThan(0.02)
      expect(faults).toEqual([])
      await close()
    },
  )

  it('causes no layout shifts when the photos of a section arrive late', async () => {
    const { page, close } = await browser.open({ viewport: { width: 390, height: 844 } })
    await watchShifts(page)
    const requested: (() => void)[] = []
    await page.route(/\.(?:webp|jpg)$/, (route) =>
      new Promise<void>((resolve) => requested.push(resolve)).then(() => route.continue()),
    )
    await page.goto(`${site}/visit`, { waitUntil: 'commit' })
    const photos = page.locator('.picture-photos img')
    await photos.last().scrollIntoViewIfNeeded()
    await expect.poll(() => requested.length).toBeGreaterThanOrEqual(await photos.count())
    // Text may move by fractions of a pixel when the fonts arrive, which is not the subject of this test.
    const before = await shiftsOf(page)
    for (const send of requested) send()
    await expect
      .poll(() =>
        photos.evaluateAll((all) =>
          all.every((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth > 0),
        ),
      )
      .toBe(true)
    expect(await shiftsOf(page)).toEqual(before)
    await close()
  })

  it('opens downloads as files rather than pages when clicked, and does not prefetch them', async () => {
    const { page, close } = await browser.open()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(`${site}/blog/ceilings-for-ads`)
    await hydrated(page)
    const link = page.getByRole('link', { name: /^Our rates \(PDF, 1.kB\)$/ })
    await link.hover()
    const [request] = await Promise.all([page.waitForRequest('**/rates.pdf'), link.click()])
    expect(request.isNavigationRequest()).toBe(true)
    expect(Buffer.from(await (await fetch(request.url())).arrayBuffer())).toEqual(smallPdf('Rates'))
    expect(requested.filter((path) => path.includes('rates'))).toEqual(['/files/rates.pdf'])
    expect(read('sitemap.xml')).not.toContain('/files/')
    await close()
  })

  it('does not encode images again when it is rebuilt, even into another output folder', async () => {
    expect(await build()).toMatchObject({ rendered: 0, written: 0 })
    const [url = ''] = /\/assets\/rope-walk-\w+-480x320.webp/.exec(read('blog/ceilings-for-ads.html')) ?? []
    const write = vi.fn()
    const missing = { url, file: path.join(folder, 'gone.jpg'), width: 480, height: 320 }
    await writeImages({ images: [missing] }, { keep: () => undefined, put: write, write })
    expect(write.mock.lastCall?.[2]).toEqual(readFileSync(built(url)))
  })
})

describe('explainReservedAddress', () => {
  it('returns a reason if the address is a folder without a page or is forwarded to the relay', async () => {
    const addresses = new Set((await listAgencyAddresses()).map((address) => address.path))
    const folders = readdirSync(path.join(inject('out'), 'site'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => `/${entry.name}`)
      .filter((folder) => !addresses.has(folder))
    expect(folders).toContain('/assets')
    const relayed = ['/functions/v1/x', '/inbox', '/thanks/x', '/attachments/x/y']
    expect(relayed.filter((address) => !RELAY_PATH_PATTERN.test(address))).toEqual([])
    for (const address of [...folders, ...relayed, '/readyz', '/livez', '/metrics', '/index', '/blog/404'])
      expect(explainReservedAddress(address), address).toBeDefined()
    expect([...addresses].filter((address) => explainReservedAddress(address))).toEqual([])
  })
})

describe('the application form for jobs', () => {
  it('is rejected if it does not send the job title, or if it is used outside job pages', async () => {
    const content = copyHarborContent(mkdtempSync(path.join(folder, 'positions-')))
    const site = path.join(content, 'site.yaml')
    const text = readFileSync(site, 'utf8')
    writeFileSync(
      site,
      text.replace('form: job-application', 'form: contact').replace('form: contact', 'form: job-application'),
    )
    const { problems } = await loadContent(content, { cache: createParseCache(path.join(folder, 'cache')) })
    const lines = readFileSync(site, 'utf8').split('\n')
    const at = (line: string) => lines.indexOf(line) + 1
    expect(problems).toMatchObject([
      {
        rule: 'form/refused',
        line: at('    form: job-application'),
        message: expect.stringContaining('every submission from here'),
      },
      { rule: 'form/lost', line: at('  form: contact'), help: 'Add "given: [jobTitle, jobDepartment]" to the form.' },
    ])
  })
})
