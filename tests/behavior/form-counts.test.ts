import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { hydrated, sharedBrowser } from './browser.ts'
import { runHarborRelay } from './harbor-relay.ts'
import { runRelay } from './running-relay.ts'

const browser = sharedBrowser()
const harbor = runHarborRelay((content) => appendFileSync(path.join(content, 'site.yaml'), '\ncount: true\n'))

it('counts, once per page view, only that a form is seen and that the visitor begins to fill it in', async () => {
  const { page, faults, close } = await browser.open({ viewport: { width: 1440, height: 500 } })
  const counted: string[] = []
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    const { 'user-agent': _agent, referer, cookie } = response.request().headers()
    if (pathname === '/functions/v1/count')
      counted.push(`${search} ${response.status()} ${response.request().postData()} ${cookie} ${referer}`)
  })
  const about = (step: string) => `?form=contact&step=${step} 204 null undefined ${harbor.relay.site}/contact`
  await page.goto(`${harbor.relay.site}/contact`)
  await hydrated(page)
  const form = page.locator('form[data-form=contact]')
  expect(counted).toEqual([])
  await form.scrollIntoViewIfNeeded()
  await expect.poll(() => counted).toEqual([about('seen')])
  await page.evaluate(() => window.scrollTo(0, 0))
  await form.locator('[name=name]').pressSequentially('Ada')
  await expect.poll(() => counted).toEqual([about('seen'), about('begun')])
  await form.locator('[name=message]').fill('Hello')
  await page.reload()
  await hydrated(page)
  await form.scrollIntoViewIfNeeded()
  await expect.poll(() => counted).toEqual([about('seen'), about('begun'), about('seen')])
  expect(faults).toEqual([])
  await close()
})

it('requests nothing on a site that does not count', async () => {
  const other = await runRelay(inject('out'))
  const { page, close } = await browser.open()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${other.site}/contact`)
  await hydrated(page)
  await page.locator('form[data-form=contact] [name=name]').fill('Ada')
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  expect(requests.filter((url) => /count/.test(url))).toEqual([])
  await close()
  await other.stop()
})
