import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Only colours change with these; the other rules see the same page. */
const colours: RunOptions = { runOnly: { type: 'tag', values: ['cat.color'] } }
const schemes = {
  light: { media: { colorScheme: 'light', forcedColors: 'none' }, rules: {} },
  dark: { media: { colorScheme: 'dark', forcedColors: 'none' }, rules: colours },
  'forced colours': { media: { colorScheme: 'dark', forcedColors: 'active' }, rules: colours },
} as const

/** What axe finds wrong with the page as it stands, in each scheme. The page should have been opened with less motion. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(source)
  for (const [scheme, { media, rules }] of Object.entries(schemes)) {
    await page.emulateMedia(media)
    const results = await page.evaluate(
      (options) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
      rules,
    )
    found.push(...results.violations.map(({ id, nodes }) => `${scheme}: ${id}: ${nodes[0]?.html}`))
  }
  return found
}
