import { describe, expect, it } from 'vitest'
import { keepRelayRunning } from '../../cli/preview/kept-relay.ts'

/** Starts fake relays, one after the other, at the addresses `relay-1`, `relay-2` and so on. */
function createFakeRelays() {
  const relays: { end(reason: string): void }[] = []
  let failures = 0
  return {
    relays,
    failNext: (count: number) => {
      failures = count
    },
    async start() {
      if (failures > 0) {
        failures -= 1
        throw new Error('The relay did not start.')
      }
      let end = (_reason: string) => {}
      const ended = new Promise<string>((resolve) => {
        end = resolve
      })
      relays.push({ end })
      return { address: `relay-${relays.length}`, ended, stop: async () => end('signal SIGTERM') }
    },
  }
}

async function keep() {
  const { relays, failNext, start } = createFakeRelays()
  const messages: string[] = []
  const kept = await keepRelayRunning(start, (message) => messages.push(message))
  return { kept, messages, relays, failNext }
}

describe('keepRelayRunning', () => {
  it('reports a relay that ends, and starts another', async () => {
    const { kept, messages, relays } = await keep()
    expect(kept.address).toBe('relay-1')
    relays[0]?.end('signal SIGKILL')
    await expect.poll(() => kept.address).toBe('relay-2')
    expect(messages).toEqual([
      'The relay ended unexpectedly (signal SIGKILL). Restarting it ...',
      'The relay is running again.',
    ])
    await kept.stop()
    expect(relays).toHaveLength(2)
  })

  it('tries again if a restart fails', async () => {
    const { kept, messages, relays, failNext } = await keep()
    failNext(1)
    relays[0]?.end('exit code 1')
    await expect.poll(() => kept.address).toBe('relay-2')
    expect(messages).toContain('The relay ended unexpectedly (The relay did not start.). Restarting it ...')
    await kept.stop()
  })

  it('stops restarting after three restarts within a minute, and explains what to do', async () => {
    const { kept, messages, relays } = await keep()
    for (const count of [0, 1, 2, 3]) {
      await expect.poll(() => relays.length).toBe(count + 1)
      relays[count]?.end('exit code 1')
    }
    await expect
      .poll(() => messages.at(-1))
      .toMatch(/^The relay ended again \(exit code 1\)\..*restart this command\.$/)
    expect(kept.address).toBeUndefined()
    expect(relays).toHaveLength(4)
    await kept.stop()
  })

  it('neither reports nor restarts a relay that it stops itself', async () => {
    const { kept, messages, relays } = await keep()
    await kept.stop()
    expect([messages, relays.length]).toEqual([[], 1])
  })
})
