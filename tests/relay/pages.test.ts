import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { formatFormsFile } from '../../cli/build/relay.ts'
import { createContentSecurityPolicy, createStylesheet } from '../../relay/pages/style.ts'
import { parseSiteForms } from '../../relay/site-forms.ts'
import { previewConfirmation } from '../../relay/targets/confirmation.ts'
import type { Content } from '../../src/collections/content.ts'
import { themeSchema } from '../../src/entries/theme.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { createTargetInput } from '../contracts/target.ts'
import { createHttpFixture, HTML, readResponse, SUBMIT } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'

const styles = path.resolve(import.meta.dirname, '../../src/theme')

test("the relay's pages use the site's fonts, and its colors in both color schemes", async () => {
  const colors = (text: string) => [...text.matchAll(/--[\w-]+: ?oklch[^;}]+/g)].map(([color]) => color).sort()
  const site = colors(await readFile(path.join(styles, 'tokens.css'), 'utf8'))
  expect(site.length).toBeGreaterThan(30)
  const plain = { language: 'en-US', look: 'plain' as const }
  expect(colors(createStylesheet(plain))).toEqual(site)
  for (const name of ['bricolage', 'hanken'])
    expect(createStylesheet(plain)).toContain(
      (await readFile(path.join(styles, 'fonts', `${name}.woff2`))).toString('base64'),
    )
})

test("the relay's pages use the site's accent color and theme, and their CSP contains the hash of the stylesheet", async () => {
  const site = { accent: '#7fd1ae', language: 'en-US', look: 'neutral' as const, style: ':root{--r2:10px}' }
  expect(createStylesheet(site)).toContain(':root{--tag:#7fd1ae;')
  expect(createStylesheet(site)).toContain(':root{--r2:10px}')
  expect(createStylesheet(site)).toContain('.tag::before{display:none}')
  expect(createContentSecurityPolicy(site)).toContain(
    createHash('sha256').update(createStylesheet(site)).digest('base64'),
  )
})

test('a page of the relay embeds its fonts and icon, and its CSP allows no requests', async () => {
  const { address } = await createHttpFixture()
  const { status, text, headers } = await readResponse(await fetch(`${address}/nowhere`, { headers: HTML }))
  expect(status).toBe(404)
  expect(text).toContain('url(data:font/woff2;base64,')
  expect(text).toContain('<path class="logo-ink" d="M0 24h28v4H0z"')
  expect(text.match(/(?:url\(|src="|<link[^>]*href=")(?!data:)/g)).toBeNull()
  expect(headers.get('content-security-policy')).toMatch(/font-src data:; img-src data:; frame-src 'none'/)
})

test.each([
  {
    language: 'de-AT',
    lang: 'de',
    kept: 'Ihre Angaben sind unten noch ausgefüllt.',
    slow: 'Bitte warten Sie einen Moment',
    footer: /am 05\.01\.2026, 09:00:00 UTC auf .+ können Sie diese E-Mail ignorieren/,
  },
  {
    language: 'fr',
    lang: 'en',
    kept: 'Your answers are kept below.',
    slow: 'Please wait a moment',
    footer: /on Jan 5, 2026, 9:00:00 AM UTC\. .+ you can ignore it/,
  },
])('if the site language is $language, the relay uses $lang', async ({ language, lang, kept, slow, ...mail }) => {
  const book = createSiteForms()
  const contact = { ...(book.forms.contact as Contract), confirmation: { subject: 'Hi', body: 'We have it.' } }
  const forms = { site: { ...book.site, language }, forms: { contact } }
  const { address } = await createHttpFixture({ forms, env: { RELAY_POSTS_PER_MINUTE: '1' } })
  const post = async (): Promise<string> => {
    const body = new URLSearchParams({ formType: 'contact', name: 'Ada' })
    return (await fetch(address + SUBMIT, { method: 'POST', headers: HTML, body })).text()
  }
  for (const words of [kept, slow]) {
    const page = await post()
    expect(page).toContain(`<html lang="${lang}">`)
    expect(page).toContain(words)
  }
  const { envelope } = await createTargetInput({ formType: 'contact', values: { email: 'ada@lind.example' } })
  const { text, html } = previewConfirmation([], envelope, forms) ?? {}
  expect(text).toMatch(mail.footer)
  expect(html).toMatch(mail.footer)
  expect(html).toContain(`<html lang="${lang}">`)
})

const labels = { optional: 'wenn Sie mögen', problems: 'Das fehlt noch', leaveEmpty: 'Nichts eintragen' }

test('the page of a refused form has the labels of the site, and names the fields that have the same problem', async () => {
  const { forms, site } = createSiteForms()
  const { address } = await createHttpFixture({ forms: { forms, site: { ...site, labels } } })
  const send = async (values: Record<string, string>) => {
    const body = new URLSearchParams({ formType: 'contact', ...values })
    return (await fetch(address + SUBMIT, { method: 'POST', headers: HTML, body })).text()
  }
  const contact = forms.contact ?? expect.unreachable()
  const messages = { required: 'Please answer.', invalid: 'Please answer.' }
  for (const group of contact.groups) for (const field of group.fields) Object.assign(field, { messages })
  const page = await send({ email: 'ada@lind.example' })
  expect(page).toContain('<h2>Das fehlt noch</h2>')
  expect(page).toContain('wenn Sie mögen')
  expect(page).toContain('Your name: Please answer.')
  const [summary = ''] =
    /<div class="error-summary".*?<\/div>/s.exec(await send({ name: 'Ada', email: 'a@b.example' })) ?? []
  expect(summary).toContain('>Please answer.<')
})

test('forms.json contains the language, look and relay of the site, and files from older builds have defaults', () => {
  const { site, forms } = createSiteForms()
  const { language: _language, look: _look, ...older } = site
  const relay = 'https://forms.example'
  const theme = themeSchema.parse(undefined)
  const german = { ...site, theme, language: 'de', notFound: { look: 'shelf' }, labels, relay: { address: relay } }
  const content = { site: german, forms: Object.values(forms), translations: [] } as unknown as Content
  expect(parseSiteForms(formatFormsFile(content), '').site).toMatchObject({
    ...{ language: 'de', look: 'shelf', relay, labels },
  })
  const neutral = {
    ...german,
    theme: { ...theme, drawings: 'neutral', corners: 'round' },
  } as unknown as Content['site']
  expect(parseSiteForms(formatFormsFile({ ...content, site: neutral }), '').site).toMatchObject({
    look: 'neutral',
    style: ':root{--r2:10px;--r6:18px}',
  })
  const { site: read } = parseSiteForms(JSON.stringify({ site: older, forms }), '')
  expect(read).toMatchObject({ language: 'en-US', look: 'plain' })
})
