import { parseArgs } from 'node:util'
import { agency } from '../../agency.ts'
import { hydrated, launchBrowser } from '../../behavior/browser.ts'
import { createEditClient, listTexts, openTextField, readTexts } from '../../cli/edited-texts.ts'
import { runDev } from '../../cli/running-dev.ts'

const looks = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/**
 * Edits all text on every page of a site, by default the agency, at desktop and phone width. Reaches each piece of text by keyboard
 * and by pointer, changes it, checks that the page shows the change and that only one character changes in the file,
 * and undoes the change.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: agency },
      only: { type: 'string', default: '' },
      reach: { type: 'string', default: '1' },
    },
  })
  const share = Number(values.reach)
  const dev = await runDev({ site: values.content })
  const sitemap = await (await fetch(`${dev.site}/sitemap.xml`)).text()
  const routes = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const changer = createEditClient(dev.site, dev.file('.'))
  const browser = await launchBrowser()
  let [texts, wrong] = [0, 0]
  const print = (text: string) => process.stdout.write(`${text}\n`)
  try {
    for (const viewport of looks)
      for (const route of routes.filter((address) => address.startsWith(values.only))) {
        const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
        const page = await context.newPage()
        await page.goto(dev.site + route)
        await hydrated(page)
        const first = await listTexts(page)
        const found: string[] = []
        for (let index = 0; index < first.length; index += Math.round(1 / share)) {
          const fault = await openTextField(page, index)
          if (fault) found.push(fault)
        }
        // Reads the text again, because some of it, such as a carousel's position, may have changed.
        const listed = await readTexts(page)
        if (first.some(({ name }, index) => listed[index]?.name !== name)) found.push('a piece of text is missing')
        const { changed, listOther, undo } = await changer.change(listed.map(({ name }) => name))
        const other = await listOther()
        found.push(...other.filter((name) => !changed.has(name)).map((name) => `${name} also changed`))
        found.push(...[...changed].filter((name) => !other.includes(name)).map((name) => `${name} was not changed`))
        const listMissing = async () => {
          const now = await readTexts(page)
          return listed.filter(
            ({ name, text }, index) => changed.has(name) && (now[index]?.name !== name || now[index]?.text === text),
          )
        }
        const missing = await waitFor(listMissing, (list) => list.length === 0)
        found.push(...missing.map(({ name }) => `${name}: the page does not show the change`))
        found.push(...(await undo()).map((file) => `${file} was not restored`))
        const restored = await waitFor(
          () => readTexts(page),
          (now) => JSON.stringify(now) === JSON.stringify(listed),
        )
        if (JSON.stringify(restored) !== JSON.stringify(listed)) found.push('the page was not restored')
        texts += listed.length
        wrong += found.length
        print(`${route} ${viewport.width}: ${listed.length} texts, ${changed.size} changed, ${found.length} wrong`)
        for (const fault of found) print(`   ${fault}`)
        await context.close()
      }
  } finally {
    await browser.close()
    await dev.stop()
  }
  print(`${texts} texts, ${wrong} wrong`)
}

/** Reads a value repeatedly until it meets the condition or ten seconds have passed. @returns the last value */
async function waitFor<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 10_000
  for (;;) {
    const value = await read()
    if (isWanted(value) || Date.now() > end) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
