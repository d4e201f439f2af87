import type { Content } from '@northshelf/site/collections/content.ts'
import { ensureBundle } from '../build/bundle.mjs'
import { formsFile, writeRelay } from '../build/relay.ts'
import { outputFolders } from '../paths.ts'
import { type RelayProcess, startRelayProcess } from '../preview/relay-process.ts'

interface DevRelayOptions {
  /** Output folder, apart from the published one. */
  out: string
  /** Data folder of the relay. */
  data: string
  /** Called after a restart with changed contracts. */
  onRestart(): void
  onFailure(error: unknown): void
}

/**
 * Runs the relay for the current content. The relay reads its contracts at startup, so it restarts when one changes;
 * requests wait until it is up.
 */
export function createDevRelay({ out, data, onRestart, onFailure }: DevRelayOptions) {
  let contracts: string | undefined
  let running: Promise<RelayProcess | undefined> = Promise.resolve(undefined)

  async function restart(before: typeof running, content: Content): Promise<RelayProcess | undefined> {
    const old = await before
    await old?.stop()
    try {
      writeRelay(outputFolders(out).relay, await ensureBundle('relay', () => {}), content)
      const started = await startRelayProcess(out, data)
      if (old) onRestart()
      return started
    } catch (error) {
      onFailure(error)
      return undefined
    }
  }

  return {
    /** Starts the relay, or restarts it if its contracts have changed. */
    update(content: Content): void {
      const text = formsFile(content)
      if (text === contracts) return
      contracts = text
      running = restart(running, content)
    },
    /** Returns its address; undefined if it is not running. */
    address: async () => (await running)?.address,
    stop: async () => (await running)?.stop(),
  }
}
