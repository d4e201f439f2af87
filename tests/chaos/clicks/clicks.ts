import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { agency } from '../../agency.ts'
import { hydrated, launchBrowser } from '../../behavior/browser.ts'
import { listTexts } from '../../cli/edited-texts.ts'
import { type RunningDev, runDev } from '../../cli/running-dev.ts'
import { createRandom } from '../../random.ts'
import { varyFormat } from '../edits/try-saves.ts'
import { seedOption } from '../seed-option.ts'
import { createLooks } from './axe-looks.ts'
import { readBytes } from './compare-folders.ts'
import { editAtRandom } from './edit-at-random.ts'
import { PICTURE } from './person.ts'
import { visitStates } from './visit-states.ts'

/**
 * Edits random fields of a site, by default the agency, in the inspector with the mouse and keyboard, and compares every file
 * after each edit. An edit must change only the edited value, or change nothing and show the reason next to the field.
 * Runs axe on every editor state that the edits reach.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: agency },
      seed: seedOption,
      edits: { type: 'string', default: '500' },
      /** Edits only files whose names start with this prefix. */
      only: { type: 'string', default: '' },
      axe: { type: 'string', default: 'yes' },
    },
  })
  const print = (text: string) => process.stdout.write(`${text}\n`)
  const seed = Number(values.seed)
  print(`seed ${seed}`)
  const browser = await launchBrowser()
  const looks = createLooks(values.axe === 'yes')
  let faults = 0
  /** Runs a task with its own server and browser window. */
  const inWindow = async (task: (page: Page, dev: RunningDev) => Promise<void>) => {
    const dev = await runDev({ site: values.content, prepare: prepareContent })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      page.on('pageerror', (error) => {
        faults += 1
        print(`✗ exception: ${error.message}`)
      })
      await page.goto(dev.site)
      await hydrated(page)
      await listTexts(page)
      await task(page, dev)
    } finally {
      await context.close()
      await dev.stop()
    }
  }
  try {
    await inWindow(async (page, dev) => {
      const [random, look] = [createRandom(seed), () => looks.look(page)]
      faults += await editAtRandom({
        ...{ page, dev, random, print, look },
        edits: Number(values.edits),
        only: values.only,
      })
    })
    if (values.axe === 'yes') await inWindow((page, dev) => visitStates(page, dev, (name) => looks.look(page, name)))
  } finally {
    await browser.close()
  }
  if (values.axe === 'yes') print(`axe: ${looks.states()} states in four layouts, ${looks.found.size} violations`)
  for (const violation of looks.found) print(`   ${violation}`)
  print(`${faults} faults`)
  if (faults + looks.found.size > 0) process.exitCode = 1
}

/** Adds comments, Windows line endings and byte order marks to some files; adds two pictures; commits everything. */
function prepareContent(content: string): void {
  const names = [...readBytes(content).keys()]
    .filter((name) => /\.(?:yaml|md)$/.test(name) && name !== 'README.md')
    .sort()
  for (const [index, name] of names.entries()) varyFormat(path.join(content, name), 3 * index)
  // Adds pictures that the edits can select.
  const images = path.join(content, 'images')
  mkdirSync(images, { recursive: true })
  for (const name of ['low-tide.png', 'neap-tide.png']) writeFileSync(path.join(images, name), PICTURE)
  const git = (...args: string[]) => execFileSync('git', ['-C', path.dirname(content), ...args])
  git('init', '--quiet')
  git('-c', 'core.autocrlf=false', 'add', '.')
  git('-c', 'user.name=A', '-c', 'user.email=a@localhost', 'commit', '--quiet', '-m', 'Content')
}
