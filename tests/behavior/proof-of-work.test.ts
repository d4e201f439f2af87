import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testForms } from '../../cli/audit/trial/trial.ts'
import { projectRoot } from '../../cli/paths.ts'
import { validAnswers } from '../relay/valid-answers.ts'
import { runSite } from '../run-site.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { fillForm, formOf } from './fill-form.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const browser = sharedBrowser()
const folder = mkdtempSync(path.join(tmpdir(), 'proof-'))
const out = path.join(folder, 'out')
let relay: RunningRelay
beforeAll(() => {
  const content = path.join(folder, 'content')
  cpSync(path.join(projectRoot, 'tests', 'sites', 'harbor'), content, { recursive: true })
  const file = path.join(content, 'forms', 'contact.yaml')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nproofOfWork: true\n`)
  runSite(['build', '--content', content, '--out', out])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  relay = await runRelay(out)
  return () => relay.stop()
})

const CHALLENGES = '**/functions/v1/challenge'
const POSTS = '**/functions/v1/send-form-submission'

/** Opens a page with the contact form, which requires proof of work. */
async function openContact({ address = '/contact', javaScriptEnabled = true } = {}) {
  const { contact } = relay.contracts
  if (!contact) throw new Error('there is no form contact')
  const { page, faults, close } = await browser.open({ javaScriptEnabled })
  const requested: string[] = []
  const workers: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.goto(relay.site + address)
  if (javaScriptEnabled) await hydrated(page)
  const form = formOf(page, contact)
  return {
    ...{ page, form, faults, close, workers },
    countChallenges: () => requested.filter((name) => name.endsWith('/challenge')).length,
    fill: (message = 'Hello') => fillForm(page, contact, { ...validAnswers(contact), message }),
    submit: () => form.locator('button[type=submit]').click(),
  }
}

/** Waits for a number of delivered submissions. None may be held. */
async function expectDelivered(count: number) {
  await expect.poll(() => relay.received().length).toBe(count)
  expect(await relay.held()).toEqual([])
}

describe('a form that requires proof of work', () => {
  it('computes the proof in a worker, but only after the visitor has touched the form', async () => {
    const { page, form, faults, close, workers, countChallenges, fill, submit } = await openContact()
    await page.waitForLoadState('networkidle')
    expect([countChallenges(), workers]).toEqual([0, []])
    await form.locator('[name=name]').focus()
    await expect.poll(() => workers.length).toBe(1)
    expect(new URL(workers[0] ?? '').origin).toBe(relay.site)
    await fill()
    await submit()
    await expectDelivered(1)
    expect(relay.received()[0]?.values._proof).toBeUndefined()
    expect(countChallenges()).toBe(1)
    expect(faults).toEqual([])
    await close()
  })

  it('works in a dialog', async () => {
    const { page, faults, close, countChallenges, fill, submit } = await openContact({ address: '/' })
    await page.waitForLoadState('networkidle')
    expect(countChallenges()).toBe(0)
    await page.locator('main [data-opens=contact]').first().click()
    await fill()
    await submit()
    await expectDelivered(1)
    expect(faults).toEqual([])
    await close()
  })

  it('works after client-side navigation', async () => {
    const { page, close, fill, submit } = await openContact({ address: '/blog' })
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.locator('a[href="/contact"]:visible').first().click()
    await page.waitForURL(`${relay.site}/contact`)
    await fill()
    await submit()
    await expectDelivered(1)
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    await close()
  })

  it('computes another proof for another submission', async () => {
    const { close, countChallenges, form, fill, submit } = await openContact()
    await fill('One')
    await submit()
    await expect.poll(() => form.locator('.told').textContent()).not.toBe('')
    await fill('Two')
    await submit()
    await expectDelivered(2)
    expect(countChallenges()).toBe(2)
    await close()
  })

  it('computes another proof if the page was open for a long time', async () => {
    const { page, close, countChallenges, fill, submit } = await openContact()
    await fill()
    await expect.poll(countChallenges).toBe(1)
    await page.clock.setSystemTime(Date.now() + 31 * 60_000)
    await submit()
    await expectDelivered(1)
    expect(countChallenges()).toBe(2)
    await close()
  })

  it('delivers a submission once if the response is lost', async () => {
    const { page, form, close, fill, submit } = await openContact()
    let posts = 0
    await page.route(POSTS, async (route) => {
      posts += 1
      if (posts > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await fill()
    await submit()
    await expect.poll(() => form.locator('.told').textContent()).toContain('on board')
    await expectDelivered(1)
    expect(posts).toBe(2)
    await close()
  })

  it('delivers the second attempt after the relay was unreachable', async () => {
    const { form, close, fill, submit } = await openContact()
    relay.up = false
    await fill()
    await submit()
    await expect.poll(() => form.locator('.told').textContent()).toContain('did not go out')
    relay.up = true
    await submit()
    await expectDelivered(1)
    await close()
  })

  it('is sent without a proof, and held, if there are no challenges', async () => {
    const { page, form, close, fill, submit } = await openContact()
    let aborted = 0
    await page.route(CHALLENGES, (route) => {
      aborted += 1
      return route.abort()
    })
    await fill()
    await submit()
    await expect.poll(() => form.locator('.told').textContent()).toContain('on board')
    expect(await relay.held()).toEqual([['no-proof']])
    // One when the visitor touched the form, one before sending.
    expect(aborted).toBe(2)
    await close()
  })

  it('is held without JavaScript, and the visitor sees the thank-you page', async () => {
    const { page, close, fill, submit } = await openContact({ javaScriptEnabled: false })
    await fill()
    await submit()
    await page.waitForURL(/\/thanks\/contact/)
    expect(await relay.held()).toEqual([['no-proof']])
    await close()
  })

  it('passes the trial of the built forms', async () => {
    expect((await testForms(out, ['/contact'])).problems).toEqual([])
  })
})
