import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bricolage, hanken } from '../../relay/pages/faces.ts'
import { style } from '../../relay/pages/style.ts'
import { createHttpFixture, HTML, told } from './http-fixture.ts'

const styles = path.resolve(import.meta.dirname, '../../src/theme')

test('the pages have the colours of the site, in both schemes', async () => {
  const site = await readFile(path.join(styles, 'tokens.css'), 'utf8')
  const colours = (text: string) =>
    [...text.matchAll(/--([\w-]+): ?(oklch[^;}]+)/g)].map(([, name, value]) => [name, value])
  const [light = '', dark = ''] = site.split('prefers-color-scheme: dark')
  const [ours = '', oursDark = ''] = style.replaceAll(/:(?=oklch)/g, ': ').split('prefers-color-scheme:dark')
  const pairs: [string, string][] = [
    [ours, light],
    [oursDark.split('\n')[0] ?? '', dark],
  ]
  for (const [own, theirs] of pairs) {
    expect(colours(own).length).toBeGreaterThan(8)
    for (const colour of colours(own)) expect(colours(theirs)).toContainEqual(colour)
  }
})

test('the pages have the faces of the site', async () => {
  for (const [name, face] of Object.entries({ bricolage, hanken }))
    expect(Buffer.from(face, 'base64')).toEqual(await readFile(path.join(styles, 'fonts', `${name}.woff2`)))
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
