import { Option } from 'commander'
import express from 'express'
import { createApp } from '../app.ts'
import { type Clock, systemClock } from '../clock.ts'
import { settleWithin } from '../concurrency.ts'
import type { Config } from '../config.ts'
import { createDeliveryWorker } from '../delivery/delivery.ts'
import { createAdminRoutes } from '../http/admin.ts'
import { formatHostPort } from '../http/inherited-socket.ts'
import { closeServer, createRelayServer, startListening } from '../http/server.ts'
import type { SiteForms } from '../intake/site-forms.ts'
import { createSpamDigest, createWeeklyReport } from '../monitoring/digests.ts'
import { createLogger, type Logger } from '../monitoring/log.ts'
import { addProcessMetrics, createMetrics, createMonitor } from '../monitoring/monitor.ts'
import { formatWarnings } from '../settings.ts'
import { describeStore, openStore } from '../store/open-store.ts'
import { type AttachmentLinks, createAttachmentLinks } from '../targets/attachment-links.ts'
import { createConfirmationTarget } from '../targets/confirmation.ts'
import { checkFormTargets, createTargets } from '../targets/targets.ts'
import { type Command, type CommandArgs, EXIT_CODES } from './command.ts'
import { listLateVariableWarnings, listTargetWarnings, raiseTargetAlerts, runPreflightChecks } from './preflight.ts'

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
 * Milliseconds to wait on shutdown, after all connections are closed, for the remaining submissions to be written to
 * disk.
 */
const CUT_OFF = 5000

/**
 * Milliseconds to wait on shutdown for sends in progress if systemd passed the listening socket. The wait is short,
 * because new connections wait in that socket's queue until the next start (decision 024).
 */
const SEND_TIMEOUT_WHILE_QUEUED = 10_000

interface RelayOptions {
  config: Config
  forms: SiteForms
  log?: Logger
  clock?: Clock
}

export interface Relay {
  /** URL of the relay, such as `http://127.0.0.1:8787`. */
  address: string
  /** Rejects new requests and waits for uploads and sends in progress. Other deliveries stay in the spool. */
  close(): Promise<void>
}

/**
 * Starts the store, targets, delivery worker, digests and HTTP servers.
 * @throws ConfigError if forms and targets do not match; SpoolInUse if another relay uses the spool
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { config, forms, log = createLogger(), clock = systemClock } = options
  checkFormTargets(config, forms)
  const metrics = createMetrics()
  addProcessMetrics(metrics)
  const { onAlert, onOutcome } = createMonitor(log, metrics)
  const store = await openStore(config, { clock, onAlert })
  const links: AttachmentLinks[] = []
  const servers: ReturnType<typeof createRelayServer>[] = []
  const pendingPosts = new Set<Promise<void>>()
  const passed = config.bind.fd !== undefined
  let stopping = false
  const isStopping = () => stopping
  try {
    const targets = createTargets(config.targets, {
      forms,
      clock,
      linksFor({ secret, publicUrl }) {
        const attachmentLinks = createAttachmentLinks({ publicUrl, secret, store, clock })
        links.push(attachmentLinks)
        return attachmentLinks
      },
    })
    const perHour = config.limits.confirmationsPerHour
    targets.push(createConfirmationTarget(config.targets, { forms, clock, store, perHour }))
    const { sendsPerTarget } = config
    const delivery = createDeliveryWorker({ store, targets, clock, sendsPerTarget, pendingPosts, onOutcome, onAlert })
    const digestOptions = { config, store, clock, onAlert }
    const digests = [createSpamDigest(digestOptions)]
    if (config.report === 'weekly') digests.push(createWeeklyReport(digestOptions))
    const app = createApp({ config, store, forms, log, clock, metrics, links, isStopping, pendingPosts })
    const server = createRelayServer(app, config)
    servers.push(server)
    const address = await startListening(server, config.bind)
    if (config.adminBind) {
      const admin = createRelayServer(express().use(createAdminRoutes({ config, store, metrics, isStopping })), config)
      servers.push(admin)
      log.info({ address: await startListening(admin, config.adminBind) }, 'admin')
    }
    for (const { target, detail } of listTargetWarnings(config, forms)) log.warn({ target }, detail)
    delivery.start()
    for (const digest of digests) digest.start()
    log.info({ address, passed, targets: config.targets.map(({ name }) => name) }, 'started')
    const targetChecks = raiseTargetAlerts(config, onAlert)
    const stopAccepting = async () => {
      await Promise.all(servers.map((running) => closeServer(running, config.timeouts.stop)))
      const unfinished = await settleWithin(pendingPosts, CUT_OFF)
      if (unfinished > 0) log.error({ posts: unfinished }, 'requests did not finish before the relay stopped')
    }
    const stopSending = async () => {
      await Promise.all(digests.map((digest) => digest.stop()))
      await delivery.stop(passed ? SEND_TIMEOUT_WHILE_QUEUED : undefined)
    }
    let closed: Promise<void> | undefined
    const close = async () => {
      stopping = true
      log.info('stopping')
      await Promise.all([stopAccepting(), stopSending(), targetChecks])
      await store.close()
      log.info('stopped')
    }
    return {
      address,
      close() {
        closed ??= close()
        return closed
      },
    }
  } catch (error) {
    await Promise.all(servers.map((server) => closeServer(server, 0)))
    await store.close()
    throw error
  }
}
