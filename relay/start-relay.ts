import path from 'node:path'
import express, { type Express } from 'express'
import { createApp } from './app.ts'
import { checkTargets } from './check-targets.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createDelivery } from './delivery/delivery.ts'
import type { FormBook } from './forms.ts'
import { closeServer, createRelayServer, listen } from './http/server.ts'
import { createLog, type Logger } from './log.ts'
import { addProcessMetrics, createMetrics } from './metrics.ts'
import { adminRoutes } from './routes/admin.ts'
import { openFolderStore } from './spool/folder-store.ts'
import { type AttachmentLinks, createAttachmentLinks } from './targets/attachment-links.ts'
import { createTargets } from './targets/create-targets.ts'
import { LINKLESS, listLinkless } from './targets/linkless.ts'
import { settle } from './under-way.ts'
import { watchRelay } from './watch-relay.ts'

/** Milliseconds for posts whose senders have been cut off: they wait for the disk alone. */
const CUT_OFF = 5000

export interface RelayOptions {
  config: Config
  forms: FormBook
  log?: Logger
  clock?: Clock
}

export interface Relay {
  /** Where it listens, such as `http://127.0.0.1:8787`. */
  address: string
  app: Express
  /** Takes nothing new, lets uploads under way end, then the sends under way; the rest waits in the spool. */
  close(): Promise<void>
}

/**
 * Starts everything that a relay is: the spool, its targets, their delivery, and the server.
 * @throws ConfigFault when forms and targets do not fit, SpoolInUse when another relay has the spool
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { config, forms, log = createLog(), clock = systemClock } = options
  checkTargets(config, forms)
  const metrics = createMetrics()
  addProcessMetrics(metrics)
  const { onAlert, onOutcome } = watchRelay(log, metrics)
  const names = config.targets.map(({ name }) => name)
  const store = await openFolderStore({
    folder: config.spool,
    clock,
    targets: names,
    retention: config.retention,
    onAlert,
  })
  const links: AttachmentLinks[] = []
  const servers: ReturnType<typeof createRelayServer>[] = []
  const underWay = new Set<Promise<void>>()
  let stopping = false
  const isStopping = () => stopping
  try {
    const targets = createTargets(config.targets, {
      forms,
      clock,
      linksFor({ secret, publicUrl }) {
        const made = createAttachmentLinks({
          publicUrl,
          secret,
          store,
          folder: path.join(config.spool, 'links'),
          clock,
        })
        links.push(made)
        return made
      },
    })
    const delivery = createDelivery({ store, targets, clock, onOutcome, onAlert })
    const app = createApp({ config, store, forms, log, clock, metrics, links, isStopping, underWay })
    const server = createRelayServer(app, config)
    servers.push(server)
    const address = await listen(server, config.bind)
    if (config.adminBind) {
      const admin = createRelayServer(express().use(adminRoutes({ config, store, metrics, isStopping })), config)
      servers.push(admin)
      log.info({ address: await listen(admin, config.adminBind) }, 'admin')
    }
    for (const target of listLinkless(config.targets, forms)) log.warn({ target }, LINKLESS)
    delivery.start()
    log.info({ address, targets: names }, 'started')
    let closed: Promise<void> | undefined
    const close = async () => {
      stopping = true
      log.info('stopping')
      await Promise.all(servers.map((one) => closeServer(one, config.timeouts.stop)))
      const left = await settle(underWay, CUT_OFF)
      if (left > 0) log.error({ posts: left }, 'posts did not end')
      await delivery.stop()
      await Promise.all(targets.map((target) => target.close()))
      await store.close()
      log.info('stopped')
    }
    return {
      address,
      app,
      close() {
        closed ??= close()
        return closed
      },
    }
  } catch (error) {
    await Promise.all(servers.map((one) => closeServer(one, 0)))
    await store.close()
    throw error
  }
}
