import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { type FolderStoreOptions, openFolderStore } from '../../relay/spool/folder-store.ts'
import type { Alert } from '../../relay/store/alert.ts'
import type { Draft, Envelope, Store } from '../../relay/store/store.ts'
import { createFakeClock } from './fake-clock.ts'

/** Creates a folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a spool in a temporary folder, with a fake clock. */
export async function createSpoolFixture(options: Partial<FolderStoreOptions> = {}) {
  const clock = createFakeClock()
  const folder = options.folder ?? path.join(await temporaryFolder(), 'spool')
  const alerts: Alert[] = []
  const open = async (more: Partial<FolderStoreOptions> = {}): Promise<Store> => {
    const store = await openFolderStore({
      folder,
      clock,
      targets: ['mail', 'hook'],
      retention: { doneDays: 30, spamDays: 30 },
      onAlert: (alert) => alerts.push(alert),
      ...options,
      ...more,
    })
    onTestFinished(() => store.close())
    return store
  }
  return { clock, folder, alerts, open, names: (place: string) => readdir(path.join(folder, place)) }
}

/** Returns an envelope for a draft, with default values. */
export function envelopeOf(draft: Pick<Draft, 'id'>, now: number, more: Partial<Envelope> = {}): Envelope {
  return {
    version: 1,
    id: draft.id,
    receivedAt: new Date(now).toISOString(),
    formType: 'contact',
    title: 'Contact us',
    values: { name: 'Ada Lind', email: 'ada@brand.example', brandName: 'Lind', message: 'Hello\nthere' },
    attachments: [],
    targets: ['mail', 'hook'],
    idempotency: undefined,
    spam: [],
    ...more,
  }
}

/** Commits one submission. @returns its id */
export async function commitOne(
  store: Store,
  now: number,
  more: Partial<Envelope> = {},
  files: readonly Buffer[] = [],
): Promise<string> {
  const draft = await store.draft()
  const attachments: Envelope['attachments'] = []
  for (const bytes of files) {
    const written = await draft.write(Readable.from([bytes]))
    attachments.push({ field: 'resume', name: 'Resume.pdf', type: 'application/pdf', ...written })
  }
  await draft.commit(envelopeOf(draft, now, { attachments, ...more }))
  return draft.id
}
