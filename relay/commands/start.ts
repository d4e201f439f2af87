import { Option } from 'commander'
import type { Express } from 'express'
import type { Config } from '../config.ts'
import { closeServer, createRelayServer, startListening } from '../http/server.ts'
import { createLogger } from '../monitoring/log.ts'
import { formatHostPort, type ListenAddress } from '../network/inherited-socket.ts'
import { openRelay, type RelayOptions } from '../open-relay.ts'
import { describeStore } from '../open-store.ts'
import { formatWarnings } from '../settings.ts'
import { type Command, type CommandArgs, EXIT_CODES } from './command.ts'
import { listLateVariableWarnings, runPreflightChecks } from './preflight.ts'

export const startCommand = {
  usage: 'start',
  description: 'accept submissions and deliver them until stopped',
  options: [new Option('--check', 'only check the configuration and the forms').default(false)],
  example: 'RELAY_TARGETS=smtp SMTP_URL_FILE=/run/secrets/smtp relay start',
  /** @throws ConfigError, SpoolInUse, or an error if the relay cannot listen on its address */
  async run(config: Config, { check, forms }: Pick<CommandArgs, 'check' | 'forms'>) {
    if (check) {
      const targets = config.targets.map(({ name, kind }) => ({ name, kind }))
      const warnings = await runPreflightChecks(config, forms)
      const { bind, spool, trustProxy } = config
      const data = { bind, trustProxy, spool, forms: Object.keys(forms.forms), targets, warnings }
      const database = config.store === undefined ? '' : `, database ${describeStore(config)}`
      const socket = bind.fd === undefined ? '' : `, passed socket ${formatHostPort(bind)}`
      const good = `The configuration is valid: ${data.forms.length} forms, targets ${targets.map(({ name }) => name).join(', ')}, spool ${spool}${database}${socket}.`
      return { data, text: [good, ...formatWarnings(warnings)].join('\n'), ok: true }
    }
    const log = createLogger()
    // Exiting loses nothing: accepted submissions are on disk, and the supervisor restarts the process.
    const crash = (error: unknown) => {
      log.fatal({ err: error }, 'crashed')
      process.exit(EXIT_CODES.bug)
    }
    process.once('uncaughtException', crash)
    process.once('unhandledRejection', crash)
    for (const warning of [...config.warnings, ...listLateVariableWarnings(process.execArgv)]) log.warn(warning)
    const relay = await startRelay({ config, forms, log })
    await new Promise<void>((resolve) => {
      const end = () => {
        // Removes this listener, because it would keep the IPC channel open and the process alive.
        process.off('disconnect', end)
        resolve()
      }
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
      // If the parent process has an IPC channel, as `site dev` does, the relay stops when that process ends.
      process.once('disconnect', end)
    })
    await relay.close()
    return undefined
  },
} satisfies Command

/**
 * Milliseconds to wait on shutdown for sends in progress if systemd passed the listening socket. The wait is short,
 * because new connections wait in that socket's queue until the next start (decision 024).
 */
const SEND_TIMEOUT_WHILE_QUEUED = 10_000

export interface Relay {
  /** URL of the relay, such as `http://127.0.0.1:8787`. */
  address: string
  /** Rejects new requests and waits for uploads and sends in progress. Other deliveries stay in the spool. */
  close(): Promise<void>
}

/**
 * Opens the relay and starts its HTTP servers.
 * @throws ConfigError if forms and targets do not match; SpoolInUse if another relay uses the spool
 */
export async function startRelay({ log = createLogger(), ...options }: RelayOptions): Promise<Relay> {
  const { config } = options
  const relay = await openRelay({ ...options, log })
  const passed = config.bind.fd !== undefined
  const servers: ReturnType<typeof createRelayServer>[] = []
  const close = () => {
    const stopAccepting = () => Promise.all(servers.map((running) => closeServer(running, config.timeouts.stop)))
    return relay.close(stopAccepting, passed ? SEND_TIMEOUT_WHILE_QUEUED : undefined)
  }
  const listen = (app: Express, bind: ListenAddress) => {
    const server = createRelayServer(app, config)
    servers.push(server)
    return startListening(server, bind)
  }
  try {
    const address = await listen(relay.app, config.bind)
    if (config.adminBind) log.info({ address: await listen(relay.admin, config.adminBind) }, 'admin')
    relay.start()
    log.info({ address, passed, targets: config.targets.map(({ name }) => name) }, 'started')
    let closed: Promise<void> | undefined
    return {
      address,
      close() {
        closed ??= close()
        return closed
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
