import type { Page } from 'playwright-core'

export const provider = {
  script: 'https://assets.calendly.com/assets/external/widget.js',
  page: 'https://calendly.com/northshelf/30min',
}

/** Does what the provider's script does: a frame with the booking page, in the element it is given. */
export const standIn = `window.Calendly = {
  initInlineWidget({ url, parentElement }) {
    const frame = document.createElement('iframe')
    frame.title = 'Choose a time'
    frame.src = url
    parentElement.append(frame)
    window.started = [...(window.started ?? []), { url, in: parentElement.closest('dialog')?.id }]
  },
}`

/** Stands in for the provider. @returns what was asked of it */
export async function serveProvider(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route(/^https:\/\/(?:\w+\.)?calendly\.com\//, (route) => {
    const url = route.request().url()
    asked.push(url)
    return url === provider.script
      ? route.fulfill({ contentType: 'text/javascript', body: standIn })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><html lang="en"><title>Times</title><main><h1>Times</h1></main>',
        })
  })
  return asked
}

/** Agrees to load the calendar in the booking dialog that is open. */
export async function loadCalendar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load the calendar' }).click()
}
