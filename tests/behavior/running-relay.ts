import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { startRelay } from '../../relay/commands/start.ts'
import { readConfig } from '../../relay/config.ts'
import { createLogger } from '../../relay/monitoring/log.ts'
import { loadSiteForms, type SiteForms } from '../../relay/site-forms.ts'
import { openFolderReader } from '../../relay/spool/folder-reader.ts'
import type { VisitSource } from '../../relay/store/store.ts'

export interface Received {
  formType: string
  values: Record<string, unknown>
  consents?: { field: string; given: boolean; version: string; text?: string }[]
  source?: VisitSource
  attachments: { field: string; name: string; size: number; sha256: string }[]
}

/**
 * Runs a real relay, and a preview that forwards forms to it.
 * @param environment relay settings that override this function's defaults
 * @param adapt changes the forms that the relay knows
 */
export async function runRelay(
  out: string,
  environment: Record<string, string> = {},
  adapt = (forms: SiteForms): SiteForms => forms,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-'))
  const outbox = path.join(folder, 'outbox')
  const forms = path.join(out, 'relay', 'forms.json')
  const config = readConfig({
    RELAY_BIND: '127.0.0.1:0',
    RELAY_SPOOL: path.join(folder, 'spool'),
    RELAY_OUTBOX: outbox,
    RELAY_FORMS: forms,
    RELAY_INBOX: 'true',
    RELAY_POSTS_PER_MINUTE: '0',
    RELAY_FREE_BYTES: '0',
    ...environment,
  })
  const relay = await startRelay({ config, forms: adapt(loadSiteForms(forms)), log: createLogger(undefined, 'silent') })
  let up = true
  const server: Server = createPreviewServer(out, () => (up ? relay.address : 'http://127.0.0.1:9'))
  const port = await listen(server, '127.0.0.1', 0)

  return {
    site: `http://127.0.0.1:${port}`,
    contracts: loadSiteForms(forms).forms,
    /** Returns the submissions that the file target received, oldest first. */
    received(): Received[] {
      try {
        const files = readdirSync(outbox)
          .filter((file) => file.endsWith('.json'))
          .sort()
        return files.map((file) => JSON.parse(readFileSync(path.join(outbox, file), 'utf8')))
      } catch {
        return []
      }
    },
    /** Returns the reasons for which submissions were held as spam, oldest first. */
    async held(): Promise<string[][]> {
      const reader = await openFolderReader(config.spool)
      const reasons: string[][] = []
      for await (const { id } of reader.list({ places: ['spam'] }))
        reasons.push((await reader.read(id))?.envelope.spam ?? [])
      await reader.close()
      return reasons
    },
    /** Makes the relay reachable or unreachable. */
    set up(value: boolean) {
      up = value
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await relay.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type RunningRelay = Awaited<ReturnType<typeof runRelay>>
