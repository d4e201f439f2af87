import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startDevServer } from './dev.ts'
import { quantile } from './quantile.ts'

const SAVES = 40

/**
 * Saves an article's title repeatedly, the way the editor does, while `site dev` serves many articles. Prints the time
 * from saving to the response, and from the response to serving the page.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { articles: { type: 'string', default: '1000' } } })
  const server = startDevServer(Number(values.articles))
  const file = `content/blog/${server.newest}.md`
  try {
    const site = await server.address
    const { token } = await (await fetch(`${site}/@edit/session`)).json()
    const headers = { 'x-edit-token': token, 'content-type': 'application/json' }
    const entry = await fetch(`${site}/@edit/entry?${new URLSearchParams({ file })}`, { headers })
    let { version } = await entry.json()
    const saves: number[] = []
    const pages: number[] = []
    const totals: number[] = []
    for (let number = 0; number < SAVES; number += 1) {
      const title = `Edit ${number} of an article`
      const edits = [{ file, version, changes: [{ kind: 'set', path: ['title'], value: title }] }]
      const reported = server.reported()
      const begin = performance.now()
      const response = await fetch(`${site}/@edit/save`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ edits, name: 'title' }),
      })
      const { versions, message } = await response.json()
      if (!response.ok) throw new Error(message)
      version = versions[file]
      const saved = performance.now()
      const page = await (await fetch(`${site}/@dev/page?marked&path=/blog/${server.newest}`)).text()
      const end = performance.now()
      if (!page.includes(title)) throw new Error('the page does not contain the new title')
      saves.push(saved - begin)
      pages.push(end - saved)
      totals.push(end - begin)
      // Waits for the result before the next save, as a maintainer would.
      await reported
    }
    const format = (times: number[], share: number) => `${Math.round(quantile(times, share))} ms`
    const rows = {
      articles: values.articles,
      save: `${format(saves, 0.5)} (median)`,
      'then page': `${format(pages, 0.5)} (median)`,
      total: `${format(totals, 0.5)} (median), ${format(totals, 0.95)} (95 %)`,
      machine: `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`,
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(28)}${value}\n`)
  } finally {
    await server.stop()
  }
}
