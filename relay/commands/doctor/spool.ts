import { open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { formatHostPort, type ListenAddress } from '../../network/inherited-socket.ts'
import { openReader } from '../../open-store.ts'
import { listEntryLocations } from '../../spool/entries.ts'
import { connectToRelay } from '../../spool/relay-socket.ts'
import type { EntryPlace } from '../../store/store.ts'
import { countDeliveries, formatSkipWarning, listOrphanedTargets } from '../describe.ts'
import { collectEntries } from '../list.ts'
import { type Finding, measureMedianTime, SLOW_WRITE_MS } from './finding.ts'

/** Wildcard addresses, which make a server listen on all network interfaces. */
const ANY = ['0.0.0.0', '::']

export type DoctorConfig = Pick<Config, 'spool' | 'store' | 'targets' | 'limits'> &
  Partial<Pick<Config, 'bind' | 'adminBind'>>

/** Checks the spool: access, free space, sync time, entries, and whether a relay is running. */
export async function checkSpool(config: DoctorConfig): Promise<Finding[]> {
  const { spool, limits } = config
  const root = path.resolve(spool)
  try {
    await (await openReader({ spool })).close()
  } catch (error) {
    return [{ check: 'spool', level: 'fail', detail: (error as Error).message }]
  }
  return [
    await checkSync(root),
    await checkSpace(root, limits.freeBytes),
    ...(await checkWriter(root, config)),
    ...(await checkEntries(root, config)),
  ]
}

async function checkSync(root: string): Promise<Finding> {
  const check = 'spool sync'
  const file = path.join(root, 'tmp', `.doctor-${process.pid}-sync`)
  try {
    const handle = await open(file, 'w')
    const write = async () => void (await handle.write('0123456789abcdef'.repeat(64)))
    const median = await measureMedianTime(() => handle.sync(), write).finally(async () => {
      await handle.close()
      await rm(file, { force: true })
    })
    return { check, level: median > SLOW_WRITE_MS ? 'warn' : 'ok', detail: `${median.toFixed(2)} ms in ${root}` }
  } catch (error) {
    return { check, level: 'fail', detail: (error as Error).message }
  }
}

async function checkSpace(root: string, freeBytes: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(root)
  const free = bavail * bsize
  const detail = `${Math.floor(free / 1024 ** 2)} MiB free, at least ${Math.ceil(freeBytes / 1024 ** 2)} MiB required`
  return { check: 'spool space', level: free < freeBytes ? 'fail' : free < 4 * freeBytes ? 'warn' : 'ok', detail }
}

async function checkWriter(root: string, config: DoctorConfig): Promise<Finding[]> {
  const socket = await connectToRelay(root)
  socket?.destroy()
  // Skips `checkAddress`, because connecting to a systemd socket would start the relay.
  if (!socket) return [{ check: 'relay', level: 'warn', detail: 'is not running' }]
  const address = config.adminBind ?? config.bind
  return [
    { check: 'relay', level: 'ok', detail: 'is running on this spool' },
    ...(address ? [await checkAddress(address)] : []),
  ]
}

/** Checks whether the relay responds. A relay whose socket systemd opened may listen at another address. */
async function checkAddress(bind: ListenAddress): Promise<Finding> {
  const check = 'address'
  // Connects to loopback if the relay listens on all interfaces.
  const address = formatHostPort({ ...bind, host: ANY.includes(bind.host) ? 'localhost' : bind.host })
  try {
    const answer = await fetch(`http://${address}/livez`, { signal: AbortSignal.timeout(5000) })
    const { socket } = (await answer.json()) as { socket?: string }
    return { check, level: 'ok', detail: `${address} responds${socket ? `, on a ${socket} socket` : ''}` }
  } catch (error) {
    const { cause = error } = error as Error
    const detail = `${address} does not respond: ${(cause as Error).message}. If the relay listens on a different address, set RELAY_BIND to that address`
    return { check, level: 'warn', detail }
  }
}

async function checkEntries(root: string, config: DoctorConfig): Promise<Finding[]> {
  const warn = (check: string, detail: string, bad = true): Finding => ({ check, level: bad ? 'warn' : 'ok', detail })
  const fail = (check: string, detail: string): Finding => ({ check, level: 'fail', detail })
  try {
    const warnings: string[] = []
    const data = await collectEntries(config, (part, error) => warnings.push(formatSkipWarning(part, error)))
    const days: string[] = []
    // Lists the day folders without reading their entries, of which there may be very many.
    await listEntryLocations(root, 'done', (folder, error) =>
      days.push(formatSkipWarning(path.relative(root, folder), error)),
    )
    const count = (place: EntryPlace): number => data.filter((entry) => entry.place === place).length
    const unread = data.filter(({ place, problem }) => problem !== null && place !== 'corrupt')
    // Includes dead deliveries of entries that are still in the queue because deliveries to other targets are waiting.
    const dead = countDeliveries(data, ({ status }) => status === 'dead')
    const letters = [...dead].map(([target, count]) => `${count} to ${target}`).join(', ')
    return [
      { check: 'queue', level: 'ok', detail: `${count('queue')} waiting` },
      warn('held back', `${count('spam')} as spam`, count('spam') > 0),
      warn('dead letters', letters || '0', letters !== ''),
      warn('corrupt', `${count('corrupt')}`, count('corrupt') > 0),
      ...unread.map(({ id, place, problem }) => warn(`entry in ${place}`, `${id} ${problem}`)),
      ...warnings.map((detail) => fail('folder', detail)),
      ...days.map((detail) => warn('folder', detail)),
      ...listOrphanedTargets(data, config.targets).map(({ target, detail }) => fail(`target ${target}`, detail)),
    ]
  } catch (error) {
    return [fail('queue', `cannot be read: ${(error as Error).message}`)]
  }
}
