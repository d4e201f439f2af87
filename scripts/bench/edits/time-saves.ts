import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { findNewest, startDev } from '../dev.ts'
import { generateContent } from '../generate-content.ts'

const SAVES = 40

/** Milliseconds at the median: until a save is answered, and from there until the page is served with its marks. */
export interface SaveTimes {
  articles: number
  saved: number
  served: number
  together: number
  /** Of all of them, the slowest one in twenty. */
  slow: number
  machine: string
}

/** Saves the title of an article again and again, as a page that is being edited does, with `site dev` on many. */
export async function timeSaves(articles: number): Promise<SaveTimes> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const content = path.join(folder, 'content')
  generateContent(content, articles)
  const slug = findNewest(path.join(content, 'blog'))
  const file = `content/blog/${slug}.md`
  const server = startDev(content, folder)
  try {
    const site = await server.address
    const { token } = await (await fetch(`${site}/@edit/session`)).json()
    const headers = { 'x-edit-token': token, 'content-type': 'application/json' }
    const entry = await fetch(`${site}/@edit/entry?${new URLSearchParams({ file })}`, { headers })
    let { version } = await entry.json()
    const saved: number[] = []
    const served: number[] = []
    const together: number[] = []
    for (let count = 0; count < SAVES; count += 1) {
      const title = `Edit ${count} of an article`
      const edits = [{ file, version, changes: [{ kind: 'set', path: ['title'], value: title }] }]
      const reported = server.reported()
      const begun = performance.now()
      const answer = await fetch(`${site}/@edit/save`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ edits, name: 'title' }),
      })
      const { versions, message } = await answer.json()
      if (!answer.ok) throw new Error(message)
      version = versions[file]
      const between = performance.now()
      const page = await (await fetch(`${site}/@dev/page?marked&path=/blog/${slug}`)).text()
      const ended = performance.now()
      if (!page.includes(title)) throw new Error('the page has another title')
      saved.push(between - begun)
      served.push(ended - between)
      together.push(ended - begun)
      // People save again when they have seen what came of it.
      await reported
    }
    const machine = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`
    const middle = (times: number[]) => at(times, 0.5)
    return {
      articles,
      saved: middle(saved),
      served: middle(served),
      together: middle(together),
      slow: at(together, 0.95),
      machine,
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function at(times: number[], share: number): number {
  return Math.round(times.sort((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0)
}
