import type { Content } from '@northshelf/site/collections/content.ts'
import { ensureBundle } from '../build/bundle.mjs'
import { formsFile, writeRelay } from '../build/relay.ts'
import { outputFolders } from '../paths.ts'
import { type RelayProcess, startRelayProcess } from '../preview/relay-process.ts'

interface RelayBesideOptions {
  /** An output folder of its own: what is published stays as it is. */
  out: string
  /** Where the relay keeps what comes in. */
  data: string
  /** It has taken over other contracts. */
  onRestart(): void
  onFailure(error: unknown): void
}

/**
 * The relay of the content as it is now. It reads its contracts when it starts, so it restarts when one of them has
 * changed; posts wait meanwhile.
 */
export function createRelayBeside({ out, data, onRestart, onFailure }: RelayBesideOptions) {
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
    /** Starts the relay, or restarts it when something that it reads of the content has changed. */
    take(content: Content): void {
      const text = formsFile(content)
      if (text === contracts) return
      contracts = text
      running = restart(running, content)
    },
    /** Where it listens; undefined when it does not. */
    address: async () => (await running)?.address,
    stop: async () => (await running)?.stop(),
  }
}
