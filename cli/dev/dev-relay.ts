import type { Content } from '@northshelf/site/collections/content.ts'
import { ensureBundle } from '../build/bundle.mjs'
import { formatFormsFile, writeRelay } from '../build/relay.ts'
import { getOutputFolders } from '../paths.ts'
import { type KeptRelay, keepRelayRunning } from '../preview/kept-relay.ts'
import { startRelayProcess } from '../preview/relay-process.ts'

interface DevRelayOptions {
  /** Output folder, separate from the published folder. */
  out: string
  /** The relay's data folder. */
  data: string
  /** Called after the relay has restarted with changed contracts. */
  onRestart(): void
  onFailure(error: unknown): void
}

/**
 * Runs the relay for the current content, and restarts it if it ends unexpectedly. The relay reads its contracts on
 * startup, so it is also restarted when a contract changes. Requests wait until it is running.
 */
export function createDevRelay({ out, data, onRestart, onFailure }: DevRelayOptions) {
  let contracts: string | undefined
  let running: Promise<KeptRelay | undefined> = Promise.resolve(undefined)

  async function restart(before: typeof running, content: Content): Promise<KeptRelay | undefined> {
    const old = await before
    await old?.stop()
    try {
      writeRelay(getOutputFolders(out).relay, await ensureBundle('relay', () => {}), content)
      const started = await keepRelayRunning(() => startRelayProcess(out, data), onFailure)
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
      const text = formatFormsFile(content)
      if (text === contracts) return
      contracts = text
      running = restart(running, content)
    },
    /** Returns the relay's URL; undefined if the relay is not running. */
    address: async () => (await running)?.address,
    stop: async () => (await running)?.stop(),
  }
}
