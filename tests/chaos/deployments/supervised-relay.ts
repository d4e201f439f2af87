import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fdOf, PASSED } from '../../relay/passed-fd.ts'
import { until } from '../../relay/until.ts'

/** Interval for checking whether the relay has exited, in milliseconds. */
const INTERVAL = 20

/**
 * Runs the relay of the current release as systemd would: passes it a listening socket that stays open across restarts,
 * and restarts it when it exits.
 * @param current symbolic link to the current release
 * @param folder folder for the relay's data
 */
export async function holdRelay(current: string, folder: string) {
  const file = (name: string) => path.join(folder, name)
  const [on, number] = [file('on'), file('relay.pid')]
  const listening = net.createServer().listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as net.AddressInfo
  let group: number | undefined
  const readLog = () => readFileSync(file('relay.log'), 'utf8')
  const countStarts = () => readLog().split('"msg":"started"').length - 1
  const killAll = () => group !== undefined && process.kill(-group, 'SIGKILL')
  return {
    port,
    outbox: file('outbox'),
    spool: file('spool'),
    /** Shell command that restarts the relay. */
    restart: `kill "$(cat ${number})"`,
    start(): void {
      writeFileSync(on, '')
      const once = `echo $$ >${number}; ${PASSED}`
      const loop = `while [ -e ${on} ]; do sh -c '${once}' "$0" "$@" || :; done`
      const log = openSync(file('relay.log'), 'a')
      const shell = spawn('sh', ['-c', loop, process.execPath, path.join(current, 'relay', 'relay.js'), 'start'], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          RELAY_SPOOL: file('spool'),
          RELAY_OUTBOX: file('outbox'),
          RELAY_POSTS_PER_MINUTE: '0',
          RELAY_FREE_BYTES: '0',
        },
        detached: true,
        stdio: ['ignore', log, log, fdOf(listening)],
      })
      group = shell.pid
      process.prependOnceListener('exit', killAll)
      shell.once('exit', () => {
        group = undefined
        process.off('exit', killAll)
      })
      closeSync(log)
      // From now on, only the relay accepts connections.
      listening.close()
    },
    /** Returns the number of times that the relay has started. */
    starts: countStarts,
    /** Waits until the relay has started this many times. @throws an error with the relay's log after a timeout */
    async started(times: number): Promise<void> {
      await until(`start ${times} of the relay`, () => countStarts() >= times).catch((error: Error) => {
        throw new Error(`${error.message}\n${readLog()}`)
      })
    },
    /** Stops the relay with SIGTERM. */
    async stop(): Promise<void> {
      listening.close()
      rmSync(on, { force: true })
      if (group !== undefined) process.kill(Number(readFileSync(number, 'utf8')), 'SIGTERM')
      while (group !== undefined) await pause(INTERVAL)
    },
  }
}
