import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pagePolicy, styleOf } from '../../relay/pages/style.ts'
import { createHttpFixture, HTML, told } from './http-fixture.ts'

const styles = path.resolve(import.meta.dirname, '../../src/theme')

test('the pages have the colours of the site in both schemes, and its faces', async () => {
  const colours = (text: string) => [...text.matchAll(/--[\w-]+: ?oklch[^;}]+/g)].map(([colour]) => colour).sort()
  const site = colours(await readFile(path.join(styles, 'tokens.css'), 'utf8'))
  expect(site.length).toBeGreaterThan(30)
  expect(colours(styleOf({}))).toEqual(site)
  for (const name of ['bricolage', 'hanken'])
    expect(styleOf({})).toContain((await readFile(path.join(styles, 'fonts', `${name}.woff2`))).toString('base64'))
})

test('the pages have the accent colour of a site that has one, and their policy allows the styles with it', async () => {
  const site = { accent: '#7fd1ae' }
  expect(styleOf(site)).toContain(':root{--tag:#7fd1ae;')
  expect(pagePolicy(site)).toContain(createHash('sha256').update(styleOf(site)).digest('base64'))
})

test('a page holds its faces and its mark, and its policy lets it load nothing else', async () => {
  const { address } = await createHttpFixture()
  const { status, text, headers } = await told(await fetch(`${address}/nowhere`, { headers: HTML }))
  expect(status).toBe(404)
  expect(text).toContain('url(data:font/woff2;base64,')
  expect(text).toContain('<path class="logo-ink" d="M0 24h28v4H0z"')
  expect(text.match(/(?:url\(|src="|<link[^>]*href=")(?!data:)/g)).toBeNull()
  expect(headers.get('content-security-policy')).toMatch(/font-src data:; img-src data:; frame-src 'none'/)
})
