import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { projectRoot } from '../../cli/paths.ts'
import { hydrated, launchBrowser } from '../../tests/behavior/browser.ts'
import { listTexts } from '../../tests/cli/edited-texts.ts'
import { runDev } from '../../tests/cli/running-dev.ts'

const MAX_BYTES = 90_000
const inEditor = (page: Page, selector: string, hasText = '') => page.locator(`site-editor ${selector}`, { hasText })

/** The guide's screenshots of the editor, taken one after another on the same page. */
const pictures: Record<string, (page: Page) => Promise<void>> = {
  'edit-text.png': async (page) => {
    await page.locator('h1').click({ position: { x: 20, y: 20 } })
    const field = inEditor(page, '.text-field textarea')
    await field.fill('PPC judged by what is left, not by what is sold.')
    await inEditor(page, '.text-about .count').first().waitFor()
  },
  'edit-changes.png': async (page) => {
    await page.keyboard.press('Enter')
    await page.locator('h1', { hasText: 'what is left' }).waitFor()
    await inEditor(page, '.bar button', 'Changes').click()
    await inEditor(page, '.change summary').click()
    await inEditor(page, '.diff').waitFor()
    await page.mouse.move(5, 5)
  },
  'edit-fields.png': async (page) => {
    await inEditor(page, '.panel header button').click()
    await page.locator('.fall-amount').nth(3).click()
    await inEditor(page, '.inspector .field').first().waitFor()
    await page.mouse.move(5, 5)
  },
}

/** Takes screenshots of `site dev` on a copy of the content. @throws Error if a screenshot is too large */
export async function writeGuidePictures(): Promise<void> {
  const dev = await runDev({
    site: path.join(projectRoot, 'content'),
    prepare(content) {
      const git = (...args: string[]) => execFileSync('git', ['-C', path.dirname(content), ...args])
      git('init', '--quiet')
      git('add', '.')
      git('-c', 'user.name=A', '-c', 'user.email=a@localhost', 'commit', '--quiet', '-m', 'Content')
    },
  })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 810 }, reducedMotion: 'reduce' })
    await page.goto(`${dev.site}/services/ppc-advertising`)
    await hydrated(page)
    await listTexts(page)
    await page.keyboard.press('Escape')
    for (const [name, reach] of Object.entries(pictures)) {
      await reach(page)
      await writeGuidePicture(page, name, MAX_BYTES)
    }
  } finally {
    await browser.close()
    await dev.stop()
  }
}

/** Writes a screenshot of the visible part of a page into the guides. @throws Error if it is too large */
export async function writeGuidePicture(page: Page, name: string, maxBytes: number): Promise<void> {
  const file = path.join(projectRoot, 'docs', 'images', name)
  const shot = await page.screenshot({ animations: 'disabled', caret: 'initial' })
  const { size } = await sharp(shot).png({ palette: true, colors: 48, effort: 10 }).toFile(file)
  if (size > maxBytes) throw new Error(`${name} has ${size} bytes, more than ${maxBytes}`)
}
