import type { Page } from 'playwright-core'

export const provider = {
  script: 'https://assets.calendly.com/assets/external/widget.js',
  page: 'https://calendly.com/northshelf/30min',
}

/** A fake provider script that adds an iframe with the booking page to the given element. */
export const fakeProviderScript = `window.Calendly = {
  initInlineWidget({ url, parentElement }) {
    const frame = document.createElement('iframe')
    frame.title = 'Choose a time'
    frame.src = url
    parentElement.append(frame)
    window.started = [...(window.started ?? []), { url, in: parentElement.closest('dialog')?.id }]
  },
}`

/** Replaces the provider with a fake. @returns the requested URLs, updated as requests arrive */
export async function serveProvider(page: Page): Promise<string[]> {
  const requested: string[] = []
  await page.route(/^https:\/\/(?:\w+\.)?calendly\.com\//, (route) => {
    const url = route.request().url()
    requested.push(url)
    return url === provider.script
      ? route.fulfill({ contentType: 'text/javascript', body: fakeProviderScript })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><html lang="en"><title>Times</title><main><h1>Times</h1></main>',
        })
  })
  return requested
}

/** Makes a page ask before it loads the calendar, as if `scheduling.ask` in site.yaml were true. */
export async function askFirst(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"ask":false', '"ask":true') })
  })
}
