import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runHere } from '../run-here.ts'
import { copyHarborContent } from './break-content.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'previews-'))
const content = copyHarborContent(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NO_INDEX = '<meta name="robots" content="noindex"'

describe('site build', () => {
  it.each([
    ['asks search engines not to list a build with drafts', ['--drafts'], true],
    ['asks search engines not to list a build for another day', ['--now', '2031-01-31'], true],
    ['lets search engines list a build for publication', [], false],
  ])('%s', async (_, options, isHidden) => {
    const out = path.join(folder, 'out')
    const { code, stderr } = await runHere(['build', '--content', content, '--out', out, '--draft', ...options])
    expect(code, stderr).toBe(0)
    const read = (file: string) => readFileSync(path.join(out, 'site', file), 'utf8')
    for (const page of ['index.html', 'contact.html']) expect(read(page).includes(NO_INDEX), page).toBe(isHidden)
    expect(/^\/\*\n(?: .*\n)* {2}X-Robots-Tag: noindex/.test(read('_headers'))).toBe(isHidden)
  })
})
