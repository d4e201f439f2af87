import { createHash } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { joinedWords } from '../joined-words.ts'
import { pages } from '../pages.ts'

const site = inject('site')

interface Fetched {
  status: number
  redirected: boolean
  html: string
}

async function get(path: string): Promise<Fetched> {
  const response = await fetch(site + path, { redirect: 'manual' })
  return {
    status: response.status,
    redirected: response.status >= 300 && response.status < 400,
    html: await response.text(),
  }
}

/** Returns the visible text from the start of `main`, without markup or scripts. */
function visibleText(html: string): string {
  return html
    .slice(html.indexOf('<main'))
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, (tag) => (/^<\/?(?:b|bdi|i|em|strong|span|mark|a)\b/.test(tag) ? '' : ' '))
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
}

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]

describe('the built site', () => {
  it.each(Object.entries(pages))('serves %s with its metadata, one h1 and the right text', async (path, expected) => {
    const { status, html } = await get(path)
    expect(status).toBe(200)
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
    expect(attribute(html, /<link rel="canonical" href="([^"]+)"/)).toBe(`https://northshelf.example${path}`)
    const description = attribute(html, /<meta name="description" content="([^"]+)"/)?.replace(/&[^;]+;/g, '_')
    expect(description, 'long enough for a search result, short enough to be shown whole').toMatch(/^.{110,160}$/)
    expect(html).toContain('property="og:image"')
    const text = visibleText(html)
    let from = 0
    for (const wanted of expected.texts) {
      const at = text.toLowerCase().indexOf(wanted.toLowerCase(), from)
      expect(at, `"${wanted}" after "${text.slice(Math.max(0, from - 60), from)}"`).toBeGreaterThanOrEqual(0)
      from = at + 1
    }
    if (expected.quotes) expect(html.match(/<blockquote/g)).toHaveLength(expected.quotes)
    for (const link of expected.links ?? []) expect(html, `a link to ${link}`).toContain(`href="${link}"`)
  })

  it('shows takeaways in the list of insights, and cover images in both lists of articles', async () => {
    const [insights, blog] = await Promise.all(['/insights', '/blog'].map(async (path) => (await get(path)).html))
    for (const [, path = ''] of insights?.matchAll(/class="more arrow" href="([^"]+)"/g) ?? []) {
      const [, found = ''] = /<aside class="take"[\s\S]*?<ol>([\s\S]*?)<\/ol>/.exec((await get(path)).html) ?? []
      expect(found.match(/<li>/g)?.length, path).toBeGreaterThan(2)
      const bare = (markup = '') => markup.replace(/<\/?(?:span|bdi)[^>]*>/g, '')
      expect(bare(insights), path).toContain(bare(found))
    }
    for (const list of [insights, blog]) expect(list?.match(/class="cover /g)).toHaveLength(3)
  })

  it('gives every route a unique title and description', async () => {
    const all = await Promise.all(Object.keys(pages).map(async (path) => (await get(path)).html))
    for (const pattern of [/<title>([^<]+)</, /<meta name="description" content="([^"]+)"/]) {
      const values = all.map((html) => attribute(html, pattern))
      expect(new Set(values).size).toBe(values.length)
    }
  })

  it('lists exactly the expected routes in the sitemap', async () => {
    const { html } = await get('/sitemap.xml')
    const listed = [...html.matchAll(/<loc>https:\/\/northshelf\.example([^<]*)<\/loc>/g)].map((match) => match[1])
    expect(listed.sort()).toEqual(Object.keys(pages).sort())
  })

  it('returns 404 with a message and a link to the front page for an unknown path', async () => {
    const { status, html } = await get('/no-such-page')
    expect(status).toBe(404)
    expect(html).toContain('Oops! Page not found')
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Return to Home/)
    expect(html).toContain('name="robots" content="noindex"')
  })

  it('redirects a path with a trailing slash to the path without it', async () => {
    const response = await fetch(`${site}/about/?a=1`, { redirect: 'manual' })
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toBe('/about?a=1')
  })

  it('links only to pages and anchors that exist', async () => {
    const documents = new Map(
      await Promise.all(
        Object.keys(pages).map(async (path): Promise<[string, string]> => [path, (await get(path)).html]),
      ),
    )
    const dead: string[] = []
    for (const [path, html] of documents) {
      for (const [, href = ''] of html.matchAll(/<a[^>]*\shref="([^"]+)"/g)) {
        if (!/^[/#]/.test(href)) continue
        const [target, anchor] = href.split('#')
        const document = documents.get(target || path)
        if (document === undefined && !target?.includes('.')) dead.push(`${path} → ${href}`)
        else if (anchor && document && !document.includes(`id="${anchor}"`)) dead.push(`${path} → ${href}`)
      }
    }
    expect(dead).toEqual([])
  })

  it('loads the script of every page with low priority', async () => {
    for (const path of [...Object.keys(pages), '/no-such-page'])
      expect((await get(path)).html, path).toMatch(/<script src="[^"]+" type="module" async fetchpriority="low">/)
  })

  it('has spaces between adjacent inline elements', async () => {
    for (const path of [...Object.keys(pages), '/no-such-page'])
      expect(joinedWords((await get(path)).html.replace(/^[\s\S]*?<body>/, '')), path).toEqual([])
  })

  it('has no style attributes, inline scripts or streamed React content', async () => {
    for (const path of [...Object.keys(pages), '/no-such-page']) {
      const { html } = await get(path)
      expect(html, path).not.toMatch(/<[^>]+\sstyle=/)
      expect(html, path).not.toContain('id="S:')
      expect(html, path).not.toContain('$RC')
      const scripts = [...html.matchAll(/<script(?![^>]*application\/(?:ld\+)?json)([^>]*)>/g)].map((match) => match[1])
      expect(
        scripts.every((attributes) => attributes?.includes('src=')),
        path,
      ).toBe(true)
    }
  })
})

describe('the built site', () => {
  it('contains feeds, robots.txt, a manifest, icons, security.txt and llms.txt', async () => {
    const found: Record<string, string> = {
      '/robots.txt': 'Sitemap: https://northshelf.example/sitemap.xml',
      '/blog/feed.xml': '<feed xmlns="http://www.w3.org/2005/Atom"',
      '/insights/feed.xml': 'https://northshelf.example/insights/walmart-first-mover',
      '/site.webmanifest': '"start_url":"/"',
      '/.well-known/security.txt': 'Contact: mailto:hello@northshelf.example',
      '/llms.txt': '# Northshelf',
      '/favicon.svg': '<svg',
    }
    for (const [path, text] of Object.entries(found)) expect((await get(path)).html, path).toContain(text)
    for (const path of ['/apple-touch-icon.png', '/icon-192.png', '/icon-512.png']) {
      const response = await fetch(site + path)
      expect(response.headers.get('content-type'), path).toBe('image/png')
    }
  })

  it('contains structured data for each type of page', async () => {
    const typesOf = async (path: string) =>
      [...(await get(path)).html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
        (match) => JSON.parse(match[1] ?? '')['@type'],
      )
    expect(await typesOf('/')).toEqual(['Organization', 'WebSite', 'FAQPage'])
    expect(await typesOf('/services/amazon-seo')).toEqual(['Service', 'BreadcrumbList'])
    expect(await typesOf('/blog/seo-on-a-budget')).toEqual(['BlogPosting', 'BreadcrumbList'])
    expect(await typesOf('/careers/e-commerce-data-analyst')).toEqual(['JobPosting', 'BreadcrumbList'])
  })

  it("has a CSP that allows only the document's own inline styles", async () => {
    for (const path of [...Object.keys(pages), '/no-such-page']) {
      const { html } = await get(path)
      const [, policy = '', styles = ''] =
        /<meta http-equiv="Content-Security-Policy" content="([^"]+)"><style>([\s\S]*?)<\/style>/.exec(html) ?? []
      const hash = createHash('sha256').update(styles).digest('base64')
      expect(policy, path).toBe(`style-src 'self' 'sha256-${hash}'`)
      expect(html.split('<style').length, path).toBe(2)
      expect(html, path).not.toContain('rel="stylesheet"')
    }
  })

  it('is served with security headers on pages, and with immutable caching for files with hashed names', async () => {
    const page = await fetch(`${site}/about`)
    const policy = page.headers.get('content-security-policy') ?? ''
    for (const kind of ['script', 'img', 'font', 'connect', 'manifest']) expect(policy).toContain(`${kind}-src 'self'`)
    for (const kind of ['object', 'media', 'worker']) expect(policy).toContain(`${kind}-src 'none'`)
    expect(policy).toContain("default-src 'none'; script-src")
    expect(policy).toContain("style-src-attr 'none'")
    expect(policy.replace(/style-src [^;]+;/, '')).not.toContain('unsafe')
    expect(page.headers.get('strict-transport-security')).toContain('max-age=')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const script = /src="(\/assets\/[^"]+)"/.exec(await page.text())?.[1]
    const asset = await fetch(site + script, { headers: { 'accept-encoding': 'br' } })
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(asset.headers.get('content-encoding')).toBe('br')
  })
})
