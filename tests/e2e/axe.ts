import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** The whole of axe, as a script. */
export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The sizes and schemes at which open states are looked at; axe itself needs the policy out of its way. */
export const looks = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark', reducedMotion: 'reduce', bypassCSP: true },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce', bypassCSP: true },
] as const

/** What axe finds wrong with the page as it stands now. */
export async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe })
  const results = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run())
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
