import { readFileSync } from 'node:fs'
import type { AxeResults, Page, RunOptions } from '@northshelf/audit'
import { loadTools } from './tools.ts'
import type { PageFinding } from './visit.ts'

export type AxeReport = Pick<AxeResults, 'violations' | 'incomplete'>

/** Runs axe on a page. @param within CSS selector for the part of the page to check */
export async function runAxe(page: Page, options: RunOptions = {}, within = 'html'): Promise<AxeReport> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    const { resolve } = await loadTools()
    await page.evaluate(readFileSync(resolve('axe-core/axe.min.js'), 'utf8'))
  }
  // Skip reporting passing rules, which is slow, and loading stylesheets, which only one experimental rule needs.
  const chosen: RunOptions = { resultTypes: ['violations', 'incomplete'], preload: { assets: ['media'] }, ...options }
  return page.evaluate(
    async ([part, chosen]) => {
      const { axe } = window as unknown as { axe: { run(part: string, options: RunOptions): Promise<AxeResults> } }
      const { violations, incomplete } = await axe.run(part, chosen)
      return { violations, incomplete }
    },
    [within, chosen] as const,
  )
}

/** Returns one finding per violation. The message describes the first affected element. */
export function toPageFindings({ violations }: AxeReport): PageFinding[] {
  return violations.map(({ id, help, nodes }) => {
    const [node] = nodes
    const why = [...(node?.any ?? []), ...(node?.all ?? []), ...(node?.none ?? [])][0]?.message ?? help
    const more = nodes.length > 1 ? `  (and ${nodes.length - 1} more)` : ''
    return { rule: `axe/${id}`, message: `${node?.target.join(' ')}: ${why}${more}` }
  })
}
