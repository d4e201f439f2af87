import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { explanations } from '../../cli/rules/list.ts'
import { findGuideSections, listGuideSections } from '../../cli/scaffold/guides.ts'
import { renderFieldTables } from '../../cli/scaffold/schema/field-tables.ts'
import { copyGuides } from '../../scripts/guides.mjs'
import { runHere } from '../run-here.ts'

describe('copyGuides', () => {
  it('copies the guides, in which every link leads to a file of the package or to a file of the repository', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'guides-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const target = path.join(folder, 'docs')
    copyGuides(target)
    const { homepage } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))
    const guides = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
    expect(guides).toEqual(expect.arrayContaining(['maintainers.md', 'operators.md', 'own-code.md']))
    expect(guides).not.toContain('architecture.md')
    const links = guides.flatMap((guide) => {
      const text = readFileSync(path.join(target, guide), 'utf8')
      return [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => ({ guide, link }))
    })
    const source = `${homepage}/blob/main/`
    const dead = links.filter(({ guide, link }) => {
      if (link.startsWith(source)) return !existsSync(path.join(projectRoot, link.slice(source.length)))
      const [inClone, inPackage] = [path.join(projectRoot, 'docs'), target].map((docs) =>
        path.join(docs, path.dirname(guide), link),
      )
      return existsSync(inClone ?? '') && !existsSync(inPackage ?? '')
    })
    expect(dead).toEqual([])
    expect(links.filter(({ link }) => link.startsWith(source)).length).toBeGreaterThan(0)
  })

  it('copies no passages about the development of this tool', () => {
    const docs = path.join(projectRoot, 'docs')
    const named = [...new Set(listGuideSections().map(({ file }) => file))].flatMap((file) => {
      const text = readFileSync(file, 'utf8').replace(/\]\([^)]*\)/g, ']')
      const words = /this repository|check:site|npm run chaos|(?<![\w/-])(?:cli|relay|src|scripts|tests)\/[a-z]+/g
      return [...text.matchAll(words)].map(([word]) => `${path.relative(docs, file)}: ${word}`)
    })
    expect(named).toEqual([])
  })
})

describe('site docs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'guides-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  copyGuides(path.join(folder, 'docs'))
  writeFileSync(path.join(folder, 'docs', 'fields.md'), renderFieldTables())
  const sections = listGuideSections(path.join(folder, 'docs'))
  const list = async (...words: string[]) => (await runHere(['docs', ...words, '--list'])).stdout

  it('lists the guides and their files', async () => {
    expect(await list()).toMatch(/^ {2}Maintainer's guide +docs\/maintainers\.md:1$/m)
    expect((await runHere(['docs'])).stdout).toBe(await list())
  })

  it.each([
    ['restore backup', '/operators#backup-and-restore'],
    ['RELAY_SENDS_PER_TARGET', '/operators#settings'],
    ['own font', '/own-code#fonts-of-your-own'],
    ['class names', '/own-code#styles'],
    ['footer', '/own-code#styles'],
    ['holiday hours', '/maintainers#enter-opening-hours-and-holidays'],
    ['recipient by location', '/operators#recipients-by-answer'],
    ['publish on own server', '/maintainers#publish-on-your-own-server-or-a-host'],
    ['translate address', '/maintainers#translate-the-site'],
    ['order of parts', '/maintainers#add-a-service'],
    ['blog or insights', '/maintainers#write-an-article'],
    ['try nginx without root', '/hosting/nginx'],
  ])('finds the section about "%s" first, also among the field tables', (words, address) => {
    expect(findGuideSections([words], sections)[0]?.address).toBe(address)
  })

  it('omits sections that contain only the frequent words of a search, and lists at most five sections', () => {
    expect(findGuideSections(['the', 'wombat'], sections)).toEqual([])
    expect(findGuideSections(['holiday', 'hours'], sections).length).toBeLessThan(6)
  })

  it('prints a guide or a section as Markdown without a terminal', async () => {
    const { code, stdout } = await runHere(['docs', 'own-code'])
    expect([code, stdout]).toEqual([0, readFileSync(path.join(projectRoot, 'docs', 'own-code.md'), 'utf8')])
    const section = (await runHere(['docs', 'show', 'a', 'video'])).stdout
    expect(section).toMatch(/^### Show a video\n/)
    expect(section.match(/^###? /gm)).toHaveLength(1)
  })

  it('suggests the name of an unknown guide', async () => {
    const { code, stderr } = await runHere(['docs', 'operatros'])
    expect([code, stderr]).toEqual([2, 'No guide contains "operatros". Did you mean operators?\n'])
  })

  it('finds the section that site explain names for each rule', async () => {
    const named: string[] = []
    for (const rule of Object.keys(explanations)) {
      const { stdout } = await runHere(['explain', rule])
      named.push(/ docs (.+)\n$/.exec(stdout)?.[1] ?? `none for ${rule}`)
    }
    // In the installed package, the field reference is a guide, too.
    const words = [...new Set(named)].filter((each) => each !== 'field reference')
    const isFound = (each: string) => {
      const [first] = findGuideSections(each.split(' '))
      return first?.address === `/${each}` || first?.title.toLowerCase() === each
    }
    expect(words.filter((each) => !isFound(each))).toEqual([])
  })
})
