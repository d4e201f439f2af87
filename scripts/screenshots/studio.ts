import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { ContentEdit } from '../../cli/editor/changes/change-set.ts'
import { projectRoot } from '../../cli/paths.ts'
import { openPeople } from '../../cli/studio/people.ts'
import { startStudio } from '../../cli/studio/serve.ts'
import { readStudioSettings } from '../../cli/studio/settings.ts'
import { createSignInLink } from '../../cli/studio/sign-in/sign-ins.ts'
import { hydrated, launchBrowser } from '../../tests/behavior/browser.ts'
import { writeGuidePicture } from './guide.ts'

const MAX_BYTES = 40_000
const PEOPLE = `people:
  - { name: Ada Rivers, email: ada@example.com, may: [edit, publish, leads] }
  - { name: Ben Ortiz, email: ben@example.com, may: [edit] }
`
const inEditor = (page: Page, selector: string) => page.locator(`site-editor ${selector}`)
const set = (file: string, at: (string | number)[], value: string): ContentEdit => ({
  ...{ kind: 'set', file: `content/${file}`, path: at, value },
})

/** Takes the guides' screenshots of the studio, on a copy of the content. @throws Error if a screenshot is too large */
export async function writeStudioPictures(): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), 'studio-'))
  const content = path.join(home, 'content')
  cpSync(path.join(projectRoot, 'content'), content, { recursive: true })
  writeFileSync(path.join(home, 'studio.yaml'), PEOPLE)
  const settings = readStudioSettings({ content, out: path.join(home, 'dist'), host: '127.0.0.1', port: '0' })
  const people = openPeople(home, () => {})
  const { studio, close } = await startStudio(settings, people)
  const browser = await launchBrowser()
  const open = async (width: number, height: number) => {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' })
    return { page, save: (name: string) => writeGuidePicture(page, `studio-${name}.png`, MAX_BYTES) }
  }
  try {
    const [ada, ben] = people.list()
    if (!ada || !ben) throw new Error('studio.yaml lists nobody')
    const { changes } = studio.content
    const edits = [
      set('services/ppc-advertising.yaml', ['hero', 'heading'], 'PPC judged by what is left, not by what is sold.'),
      set('pages/careers.yaml', ['title'], 'Careers: work with people who count'),
    ]
    await changes.propose(ben.id, { edits, author: ben.name })
    const { hash } = changes.summary(ben.id)
    await changes.mark(ben.id, hash, { ready: { hash, by: ben.name, note: 'For the campaign in May.' } })
    await changes.propose(ada.id, { edits: [set('site.yaml', ['name'], 'Northshelf Group')], author: ada.name })

    const wide = await open(1000, 500)
    await wide.page.goto(await createSignInLink(settings, ada))
    await wide.page.locator('button').click()
    await wide.page.locator('h2').first().waitFor()
    await wide.save('start')
    await wide.page.locator('a', { hasText: 'Changes of Ben Ortiz' }).click()
    await wide.page.locator('h2', { hasText: 'Edits' }).waitFor()
    await wide.page.setViewportSize({ width: 1000, height: 700 })
    await wide.save('changes')

    const phone = await open(390, 320)
    await phone.page.goto(await createSignInLink(settings, ben, '/services/ppc-advertising'))
    await phone.save('sign-in')
    await phone.page.locator('button').click()
    await phone.page.setViewportSize({ width: 390, height: 700 })
    await hydrated(phone.page)
    await phone.page.locator('site-pencil button').click()
    await inEditor(phone.page, '.bar').waitFor()
    await phone.page.locator('h1').click({ position: { x: 20, y: 20 } })
    await inEditor(phone.page, '.text-about .count').first().waitFor()
    await phone.save('edit')
  } finally {
    await browser.close()
    await close()
    rmSync(home, { recursive: true, force: true })
  }
}
