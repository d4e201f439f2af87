import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
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
})

describe('site docs', () => {
  it('lists the guides, prints one as Markdown, and suggests the name of an unknown one', async () => {
    expect((await runHere(['docs'])).stdout).toMatch(/^ {2}maintainers +Maintainer's guide$/m)
    const { code, stdout } = await runHere(['docs', 'own-code'])
    expect([code, stdout]).toEqual([0, readFileSync(path.join(projectRoot, 'docs', 'own-code.md'), 'utf8')])
    expect(await runHere(['docs', 'operator'])).toMatchObject({ code: 2, stderr: expect.stringContaining('operators') })
  })
})
