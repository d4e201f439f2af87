import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import type { ComponentServer, SiteCode } from '../../cli/dev/components.ts'
import { createLiveSite } from '../../cli/dev/live-site.ts'
import * as snapshot from '../../cli/dev/snapshot.ts'
import { copyHarborContent } from '../cli/break-content.ts'

const home = mkdtempSync(path.join(tmpdir(), 'live-'))
const folder = copyHarborContent(home)
afterAll(() => rmSync(home, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

const SCHEMA = 'sections/hours/schema.ts'
const file = path.join(folder, 'services', 'ad-tending.yaml')
const edit = (title: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^metaTitle: .*$/m, `metaTitle: ${title}`))

/** Creates a live site. `onRead` is called in the middle of each read of the content. */
function createSite(onRead: () => void) {
  const createContentReader: typeof snapshot.createContentReader = (...options) => {
    const reader = snapshot.createContentReader(...options)
    const read: typeof reader.read = async (written) => {
      const reading = reader.read(written)
      onRead()
      return reading
    }
    return { ...reader, read }
  }
  // Each load returns a new module, as after a change of a schema.
  const load = async () => ({ snapshot: { ...snapshot, createContentReader } }) as unknown as SiteCode
  const ignore = () => {}
  return createLiveSite({
    ...{ folder, edition: () => ({ all: true }), components: { load } as ComponentServer, editor: undefined },
    ...{ onState: ignore, onSnapshot: ignore, onReport: ignore },
  })
}

it('site dev shows a file that is saved while changed sources are loaded', async () => {
  let onRead = () => {}
  const live = createSite(() => onRead())
  // Moves the clock forward, because results of files written in the last two seconds are not saved.
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 60_000)
  await live.updateSources([])
  onRead = () => edit('Saved during the load')
  await live.updateSources([SCHEMA])
  await live.updateContent(new Set([file]))
  const page = live.current()?.snapshot.page('/services/ad-tending')
  expect(page?.meta.title).toContain('Saved during the load')
})

it('site dev shows changed sources even if a content file is deleted while they are loaded', async () => {
  let onRead = () => {}
  const live = createSite(() => onRead())
  await live.updateSources([])
  const before = live.current()
  onRead = () => {
    throw Object.assign(new Error('deleted'), { code: 'ENOENT' })
  }
  await live.updateSources([SCHEMA])
  onRead = () => {}
  await live.updateContent(new Set([path.join(folder, 'images', 'deleted.png')]))
  expect(live.current()?.version).toBe(Number(before?.version) + 1)
  expect(live.current()?.snapshot).not.toBe(before?.snapshot)
})
