import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { listAddresses, publishedFiles } from '../../cli/check/addresses.ts'
import { whyReserved } from '../../cli/check/reserved-addresses.ts'
import { loadContent } from '../../cli/content/load.ts'
import { createMarkdown } from '../../cli/content/markdown.ts'
import { createParser } from '../../cli/content/parse.ts'
import type { ParsedFile } from '../../cli/content/parsed.ts'
import { readContentFolder } from '../../cli/content/read.ts'
import { projectRoot } from '../../cli/paths.ts'
import { RELAY } from '../../cli/preview/server.ts'
import { runSite } from '../run-site.ts'
import { copyHarbor } from './break-content.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'check-site-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function listShippedAddresses() {
  const content = path.join(projectRoot, 'content')
  const read = readContentFolder(content)
  const markdown = createMarkdown(path.join(folder, 'cache'))
  const parser = createParser(read, markdown)
  const files: ParsedFile[] = []
  for (const single of read.singles.values()) files.push((await parser.single(single)).parsed)
  for (const file of read.files) files.push((await parser.file(file)).parsed)
  return listAddresses(files)
}

describe('what the link check takes to be there', () => {
  it('is what the build made: every page, and every place on it that is worth a link', async () => {
    const out = path.join(inject('out'), 'site')
    const addresses = await listShippedAddresses()
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
    for (const file of publishedFiles)
      expect(readdirSync(path.join(out, path.dirname(file)))).toContain(path.basename(file))
  })
})

describe('a picture of the content', () => {
  it('is published in a modern format, at most twice as wide as it is shown, with its size and loaded when it comes near', async () => {
    const content = copyHarbor(path.join(folder, 'pictured'))
    const out = path.join(folder, 'out')
    const photo = { create: { width: 3000, height: 2000, channels: 3, background: '#c8a06e' } } as const
    await sharp(photo)
      .jpeg()
      .toFile(path.join(content, 'images', 'Rope Walk.jpg'))
    await sharp(photo)
      .png()
      .toFile(path.join(content, 'images', 'abel.png'))
    const article = path.join(content, 'blog', 'ceilings-for-ads.md')
    writeFileSync(article, `${readFileSync(article, 'utf8')}\n![The rope walk at noon](<../images/Rope Walk.jpg>)\n`)
    const client = path.join(content, 'testimonials', 'abel-rope.yaml')
    writeFileSync(client, `${readFileSync(client, 'utf8')}image: abel.png\n`)
    expect(runSite(['check', '--content', content]).stdout).toContain('no problems')
    const build = () => JSON.parse(runSite(['build', '--content', content, '--out', out, '--json']).stdout)
    build()
    const html = readFileSync(path.join(out, 'site', 'blog', 'ceilings-for-ads.html'), 'utf8')
    const tag =
      /<img src="(\/assets\/rope-walk-[0-9a-f]{8}-1520\.webp)" width="1520" height="1013" loading="lazy" decoding="async" alt="The rope walk at noon">/
    const [, address = ''] = tag.exec(html) ?? []
    expect(address).not.toBe('')
    const made = sharp(path.join(out, 'site', address))
    expect(await made.metadata()).toMatchObject({ format: 'webp', width: 1520, height: 1013 })
    const home = readFileSync(path.join(out, 'site', 'index.html'), 'utf8')
    const [, portrait = ''] =
      /<img src="(\/assets\/abel-[0-9a-f]{8}-96\.webp)" alt="" width="48" height="48"/.exec(home) ?? []
    expect(await sharp(path.join(out, 'site', portrait)).metadata()).toMatchObject({ width: 96, height: 96 })
    expect(readFileSync(path.join(out, 'site', '_headers'), 'utf8')).toContain("img-src 'self'")
    expect(build()).toMatchObject({ rendered: 0, written: 0 })
  })
})

describe('addresses that belong to others', () => {
  it('are all that was published beside the pages, and those that the preview hands to the relay', async () => {
    const addresses = new Set((await listShippedAddresses()).map((address) => address.path))
    const folders = readdirSync(path.join(inject('out'), 'site'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => `/${entry.name}`)
      .filter((folder) => !addresses.has(folder))
    expect(folders).toContain('/assets')
    const relayed = ['/functions/v1/x', '/inbox', '/thanks/x', '/attachments/x/y']
    expect(relayed.filter((address) => !RELAY.test(address))).toEqual([])
    for (const address of [...folders, ...relayed, '/readyz', '/livez', '/metrics', '/index', '/blog/404'])
      expect(whyReserved(address), address).toBeDefined()
    expect([...addresses].filter((address) => whyReserved(address))).toEqual([])
  })
})

describe('the form of the positions', () => {
  it('must send for which of them somebody applies, and can stand nowhere else', async () => {
    const content = copyHarbor(mkdtempSync(path.join(folder, 'positions-')))
    const site = path.join(content, 'site.yaml')
    const text = readFileSync(site, 'utf8')
    writeFileSync(
      site,
      text.replace('form: job-application', 'form: contact').replace('form: contact', 'form: job-application'),
    )
    const { problems } = await loadContent(content, createMarkdown(path.join(folder, 'cache')))
    const lines = readFileSync(site, 'utf8').split('\n')
    const at = (line: string) => lines.indexOf(line) + 1
    expect(problems).toMatchObject([
      {
        rule: 'form/refused',
        line: at('    form: job-application'),
        message: expect.stringContaining('every post from here'),
      },
      { rule: 'form/lost', line: at('  form: contact'), help: 'Write "given: [jobTitle, jobDepartment]" in it.' },
    ])
  })
})
