import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureBundle } from '../../../cli/build/bundle.mjs'
import { readConfig } from '../../../relay/config.ts'
import { createSiteForms } from '../../relay/site-forms.ts'
import { until } from '../../relay/until.ts'
import { cleanEnvironment } from '../../run-site.ts'

export type Operator = Awaited<ReturnType<typeof createOperator>>

/** Runs the built relay and its commands, with all data in `folder`. */
export async function createOperator(folder: string, settings: NodeJS.ProcessEnv) {
  const program = path.join((await ensureBundle('relay')).folder, 'relay.js')
  const forms = path.join(folder, 'forms.json')
  writeFileSync(forms, JSON.stringify(createSiteForms()))
  const variables = {
    RELAY_FORMS: forms,
    RELAY_BIND: '127.0.0.1:0',
    RELAY_SPOOL: path.join(folder, 'spool'),
    RELAY_OUTBOX: path.join(folder, 'outbox'),
    RELAY_POSTS_PER_MINUTE: '0',
    RELAY_FREE_BYTES: '0',
    ...settings,
  }
  const env = { ...cleanEnvironment(), ...variables }
  const running = new Set<ChildProcess>()
  let log = ''

  /** Starts a program. @param before program and options that run it, such as those of strace */
  const launch = (args: readonly string[], before: readonly string[] = []) => {
    const [file = '', ...rest] = [...before, process.execPath, program, ...args]
    const child = spawn(file, rest, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    const exited = once(child, 'close').then(([code, signal]) => {
      running.delete(child)
      return (signal ?? code) as number | string
    })
    return { child, exited }
  }

  return {
    config: readConfig(variables),
    folder,
    /** Everything that relays have logged. */
    log: () => log,
    /** Runs a command. @returns its exit code or signal, its output and its duration in milliseconds */
    async run(args: readonly string[], before?: readonly string[]) {
      const begin = performance.now()
      const { child, exited } = launch(args, before)
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (chunk) => {
          output += chunk
        })
      return { code: await exited, output, milliseconds: performance.now() - begin }
    },
    /** Starts the relay and waits until it listens. @param before as in `launch` */
    async start(before?: readonly string[]) {
      const { child, exited } = launch(['start'], before)
      let own = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (chunk) => {
          own += chunk
          log += chunk
        })
      const address = await until('the relay listens', () => /"address":"([^"]+)".*"msg":"started"/.exec(own)?.[1])
      const end = async (signal: NodeJS.Signals) => {
        child.kill(signal)
        await exited
      }
      return { address, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
    },
    close: () => Promise.all([...running].map((child) => child.kill('SIGKILL') && once(child, 'close'))),
  }
}
