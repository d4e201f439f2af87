import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { planFixes, writeFixes } from '../../cli/engine/apply-fixes.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { projectRoot } from '../../cli/paths.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies a site that `site init` of version 0.1 made with all parts and forms. */
function copyFirstVersion(name: string): string {
  const content = path.join(folder, name)
  cpSync(path.join(projectRoot, 'tests', 'sites', 'first-version'), content, { recursive: true })
  return content
}

const read = (content: string, file: string) => readFileSync(path.join(content, file), 'utf8')
const change = (content: string, file: string, old: string | RegExp, text: string) =>
  writeFileSync(path.join(content, file), read(content, file).replace(old, text))

/** A warning that later versions added. */
const country = (name: string) => ({
  rule: 'location/country',
  severity: 'warning',
  file: `${name}/site.yaml`,
  line: 23,
})

describe('a site that was made with the first version', () => {
  it('is checked without other problems than its outdated values, each at its place', async () => {
    const { problems } = await loadContent(copyFirstVersion('checked'))
    const link = { file: 'checked/site.yaml', line: 29, column: 27 }
    expect(problems).toMatchObject([
      { rule: 'schema/outdated', file: 'checked/services/family-law.yaml', line: 41, column: 10 },
      { rule: 'schema/outdated', file: 'checked/services/wills.yaml', line: 41, column: 10 },
      country('checked'),
      { rule: 'schema/outdated', ...link, message: expect.stringContaining('since version 0.2') },
      { rule: 'schema/outdated', file: 'checked/solutions/first-solution.yaml', line: 52, column: 10 },
    ])
  })

  it('is converted by the fixes, which change only these values', async () => {
    const content = copyFirstVersion('fixed')
    const before = { site: read(content, 'site.yaml'), wills: read(content, 'services/wills.yaml') }
    writeFixes(content, planFixes(content, await loadContent(content)))
    expect((await loadContent(content)).problems).toMatchObject([country('fixed')])
    expect(read(content, 'site.yaml')).toBe(before.site.replace('solutions: true', 'entries: solutions'))
    const booking = 'booking: { label: "Write to us", to: "/#contact" }'
    expect(read(content, 'services/wills.yaml')).toBe(before.wills.replace(/^booking: .*$/m, booking))
  })

  it('keeps the dialog of its booking buttons', async () => {
    const content = copyFirstVersion('discovery')
    change(content, 'site.yaml', /^dialogs:$/m, 'dialogs:\n  discovery: { title: A call, form: contact }')
    change(content, 'services/wills.yaml', /^booking: .*$/m, 'booking: "Write, {brand}: now" # the button')
    writeFixes(content, planFixes(content, await loadContent(content)))
    const fixed = await loadContent(content)
    expect(fixed.problems).toMatchObject([country('discovery')])
    const booking = 'booking: { label: "Write, {brand}: now", to: "/#contact", opens: discovery } # the button'
    expect(read(content, 'services/wills.yaml')).toContain(`\n${booking}\n`)
    expect(fixed.content?.services.find(({ slug }) => slug === 'wills')).toMatchObject({
      booking: { label: 'Write, Hale Ridge Law: now', opens: 'discovery' },
    })
  })

  it('is left as it is where a value spans several lines, and the message says what to write', async () => {
    const content = copyFirstVersion('folded')
    change(content, 'services/wills.yaml', /^booking: .*$/m, 'booking: >-\n  Write\n  to us')
    const { problems } = await loadContent(content)
    const folded = problems.find(({ file }) => file === 'folded/services/wills.yaml')
    expect(folded).toMatchObject({ rule: 'schema/outdated', help: 'Write { label: "Write to us", to: "/#contact" }.' })
    expect(folded?.fix).toBeUndefined()
  })
})
