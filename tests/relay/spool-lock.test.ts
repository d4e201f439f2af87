import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectToRelay, sendRelayRequest } from '../../relay/spool/relay-socket.ts'
import { claimOne, listAll } from './claims.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'

const holder = path.join(import.meta.dirname, 'hold-spool.ts')

/** Starts another process that opens the spool. */
async function holdElsewhere(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', holder, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  expect(String(line)).toContain('open')
  return child
}

test('a second relay cannot open the same spool, and the first relay continues', async () => {
  const { open, clock } = await createSpoolFixture()
  const store = await open()
  await expect(open()).rejects.toThrow(/The spool .* is in use by another relay\. Stop that relay first/)
  await commitOne(store, clock.now())
  await store.close()
  expect(await listAll(await open())).toHaveLength(1)
})

test('if several relays start concurrently, exactly one of them opens the spool', async () => {
  const { open } = await createSpoolFixture()
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => open()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('the spool is released when the relay is killed, but not when it is suspended', async () => {
  const { open, folder } = await createSpoolFixture()
  const child = await holdElsewhere(folder)
  await expect(open()).rejects.toThrow('in use by another relay')
  // A suspended process still holds the spool.
  child.kill('SIGSTOP')
  await expect(open()).rejects.toThrow('in use by another relay')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await open()
})

test('operator commands are executed by the process that has opened the spool', async () => {
  const { open, clock, folder } = await createSpoolFixture()
  expect(await connectToRelay(folder)).toBeUndefined()
  const store = await open()
  expect(await sendRelayRequest(folder, { do: 'verify' })).toEqual({ result: { checked: 0, corrupt: [] } })
  const id = await commitOne(store, clock.now(), { spam: ['links'] })
  await expect(sendRelayRequest(folder, { do: 'retry', id })).rejects.toThrow('is in spam')
  await sendRelayRequest(folder, { do: 'release', id })
  expect((await claimOne(store))?.envelope.id).toBe(id)
  await expect(sendRelayRequest(folder, { do: 'melt' } as never)).rejects.toThrow('does not support this request')
  const socket = await connectToRelay(folder)
  socket?.end('no json\n')
  let text = ''
  for await (const chunk of socket ?? []) text += chunk
  expect(JSON.parse(text)).toMatchObject({ ok: false })
  // A silent client does not prevent the relay from closing.
  await connectToRelay(folder)
  await store.close()
  expect(await sendRelayRequest(folder, { do: 'drop', id })).toBeUndefined()
})
