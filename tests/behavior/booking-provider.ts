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

/** Clicks the button that loads the calendar in the open booking dialog. */
export async function loadCalendar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load the calendar' }).click()
}
