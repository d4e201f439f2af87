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

const file = path.join(folder, 'services', 'ad-tending.yaml')
const edit = (title: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^metaTitle: .*$/m, `metaTitle: ${title}`))

it('site dev shows a file that is saved while changed sources are being loaded', async () => {
  let onRead = () => {}
  const createContentReader: typeof snapshot.createContentReader = (...options) => {
    const reader = snapshot.createContentReader(...options)
    const read: typeof reader.read = (written) => {
      const reading = reader.read(written)
      onRead()
      return reading
    }
    return { ...reader, read }
  }
  // Each load returns a new module, as after a change of a schema.
  const load = async () => ({ snapshot: { ...snapshot, createContentReader } }) as unknown as SiteCode
  const live = createLiveSite({
    folder,
    edition: () => ({ all: true }),
    components: { load } as ComponentServer,
    editor: undefined,
    onState: () => {},
    onSnapshot: () => {},
    onReport: () => {},
  })
  // Results of files that were just written are not saved.
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 60_000)
  await live.updateSources([])
  onRead = () => edit('Saved during the load')
  await live.updateSources(['sections/hours/schema.ts'])
  await live.updateContent(new Set([file]))
  const page = live.current()?.snapshot.page('/services/ad-tending')
  expect(page?.meta.title).toContain('Saved during the load')
})
