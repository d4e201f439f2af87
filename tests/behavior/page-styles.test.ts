import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBundle } from '../../cli/build/bundle.mjs'
import { readClientFiles } from '../../cli/build/client-files.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { serveHarbor } from './harbor-site.ts'

const browser = sharedBrowser()
const harbor = serveHarbor()
let allStyles = ''
beforeAll(async () => {
  allStyles = readClientFiles(await ensureBundle('components')).css.replace(/@font-face\s*\{[^}]*\}/g, '')
})

/** A page of each layout. */
const paths = [
  ...['/', '/blog', '/blog/ceilings-for-ads', '/insights/price-of-an-empty-shelf', '/careers'],
  ...['/careers/listing-keeper', '/contact', '/privacy', '/services', '/services/listing-care', '/solutions', '/404'],
]

interface StyledElement {
  name: string
  style: string
}

/** Returns the computed styles of all elements, after showing everything that is closed or hidden. */
async function listStyles(page: Page): Promise<StyledElement[]> {
  const properties = await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
    for (const closed of document.querySelectorAll('dialog, details')) closed.setAttribute('open', '')
    for (const hidden of document.querySelectorAll('main [hidden]')) hidden.removeAttribute('hidden')
    return [...getComputedStyle(document.documentElement)].filter((name) => !name.startsWith('--'))
  })
  const session = await page.context().newCDPSession(page)
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: properties })
  await session.detach()
  const [{ nodes, layout } = { nodes: {}, layout: { nodeIndex: [], styles: [] } }] = documents
  return layout.nodeIndex.flatMap((node, index) => {
    const styles = layout.styles[index] ?? []
    const attributes = (nodes.attributes?.[node] ?? []).map((string) => strings[string])
    const name = [strings[nodes.nodeName?.[node] ?? 0], ...attributes].join(' ')
    return styles.length === 0 ? [] : [{ name, style: styles.map((string) => strings[string]).join('\n') }]
  })
}

/** Lists the elements whose styles change when the page gets the styles of the whole site. */
async function listUnstyled(page: Page): Promise<string[]> {
  const own = await listStyles(page)
  await page.evaluate(async (css) => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, await new CSSStyleSheet().replace(css)]
  }, allStyles)
  const whole = await listStyles(page)
  expect(own.length).toBeGreaterThan(50)
  expect(whole.length).toBe(own.length)
  return own.flatMap(({ name, style }, index) => (style === whole[index]?.style ? [] : [name]))
}

async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((target) => {
    const link = document.createElement('a')
    link.href = target
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
  await page.waitForFunction((to) => location.pathname === to && document.activeElement?.tagName === 'H1', path)
}

describe('the styles of a page', () => {
  it.each(paths)('style all elements and dialogs like the styles of the whole site: %s', async (path) => {
    const { page, close } = await browser.open({ viewport: { width: 390, height: 844 } })
    await page.goto(harbor.site + path)
    await hydrated(page)
    expect(await listUnstyled(page)).toEqual([])
    await close()
  })

  it.each(['/', '/blog/ceilings-for-ads', '/careers', '/careers/listing-keeper'])(
    'style all elements after client-side navigation like the styles of the whole site: %s',
    async (path) => {
      const { page, close } = await browser.open({ viewport: { width: 1280, height: 900 } })
      await page.goto(`${harbor.site}/404`)
      await hydrated(page)
      await follow(page, path)
      expect(await listUnstyled(page)).toEqual([])
      await close()
    },
  )

  it('omit rules for sections, dialogs and groups of fields that the page does not have', async () => {
    const stylesOf = async (path: string) =>
      /<style>(.*?)<\/style>/s.exec(await (await fetch(harbor.site + path)).text())?.[1]
    expect(await stylesOf('/careers/listing-keeper')).toContain('.job ')
    expect(await stylesOf('/privacy')).not.toMatch(/\.job |\.modal|legend/)
  })

  it('style the frame that a booking provider adds like the styles of the whole site', async () => {
    const { page, close } = await browser.open({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${harbor.site}/services/listing-care`)
    await hydrated(page)
    await page.evaluate(() => document.querySelector('.modal-calendar')?.append(document.createElement('iframe')))
    expect(await page.locator('.modal-calendar iframe').count()).toBe(1)
    expect(await listUnstyled(page)).toEqual([])
    await close()
  })

  it('style a position that a dialog shows on a directly opened page, with every Markdown block', async () => {
    const { page, close } = await browser.open({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${harbor.site}/careers`)
    await hydrated(page)
    // By keyboard, because a mouse pointer would start and end hover effects while the styles are read.
    await page.locator('a[data-job]').first().press('Enter')
    await page.locator('#dialog-job:modal .prose').waitFor()
    expect(await page.locator('#dialog-job').locator('.callout, .tbl, .captioned, .code-keyword').count()).toBe(4)
    expect(await listUnstyled(page)).toEqual([])
    await close()
  })

  it('add only fonts for rare letters after client-side navigation, because the document has the others', async () => {
    const { page, close } = await browser.open()
    const face = (family: string, more: string) => `@font-face{font-family:${family};src:url(/none.woff2)${more}}`
    const added = face('Common', '') + face('Rare', ';unicode-range:U+142')
    await page.route('**/contact', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('</style>', `${added}</style>`) })
    })
    await page.goto(`${harbor.site}/404`)
    await hydrated(page)
    const listFamilies = () => page.evaluate(() => [...document.fonts].map(({ family }) => family))
    const before = await listFamilies()
    await follow(page, '/contact')
    expect(await listFamilies()).toEqual([...before, 'Rare'])
    await close()
  })
})
