import express, { type Express } from 'express'
import { createApp } from './app.ts'
import { type Clock, systemClock } from './clock.ts'
import { settleWithin } from './concurrency.ts'
import type { Config } from './config.ts'
import { createDeliveryWorker } from './delivery/delivery.ts'
import { createAdminRoutes } from './http/admin.ts'
import { createFormCounter } from './intake/form-counter.ts'
import { openProofs } from './intake/proofs.ts'
import { createSpamDigest, createWeeklyReport } from './monitoring/digests.ts'
import { createLogger, type Logger } from './monitoring/log.ts'
import { addProcessMetrics, createMetrics, createMonitor } from './monitoring/monitor.ts'
import { openStore } from './open-store.ts'
import type { SiteForms } from './site-forms.ts'
import { createRetention } from './store/retention.ts'
import { type AttachmentLinks, createAttachmentLinks } from './targets/attachment-links.ts'
import { checkFormTargets, listTargetWarnings, raiseTargetAlerts } from './targets/check-targets.ts'
import { createConfirmationTarget } from './targets/confirmation.ts'
import { createTargets } from './targets/targets.ts'

/**
 * Milliseconds to wait on shutdown, after all connections are closed, for the remaining submissions to be written to
 * disk.
 */
const CUT_OFF = 5000

export interface RelayOptions {
  config: Config
  forms: SiteForms
  log?: Logger
  clock?: Clock
}

/** The relay without servers. */
export interface RelayCore {
  app: Express
  /** The app for health and metrics. */
  admin: Express
  /** Starts deliveries and digests. */
  start(): void
  /**
   * Waits for submissions and sends in progress. Other deliveries stay in the spool.
   * @param stopAccepting resolves once no request reaches the app anymore
   * @param timeout milliseconds to wait for sends in progress
   */
  close(stopAccepting: () => Promise<unknown>, timeout?: number): Promise<void>
}

/**
 * Opens the store, and creates the targets and the app.
 * @throws ConfigError if forms and targets do not match; SpoolInUse if another relay uses the spool
 */
export async function openRelay(options: RelayOptions): Promise<RelayCore> {
  const { config, forms, log = createLogger(), clock = systemClock } = options
  checkFormTargets(config, forms)
  const metrics = createMetrics()
  addProcessMetrics(metrics)
  const { onAlert, onOutcome, onExpired, onRecorded } = createMonitor(log, metrics)
  const retention = createRetention(config.retention, forms)
  const store = await openStore({ ...config, retention }, { clock, onAlert, onExpired, onRecorded })
  const pendingPosts = new Set<Promise<void>>()
  let stopping = false
  const isStopping = () => stopping
  try {
    const links: AttachmentLinks[] = []
    const targets = createTargets(config.targets, {
      forms,
      clock,
      linksFor(settings) {
        const attachmentLinks = createAttachmentLinks({ publicUrl: undefined, ...settings, store, clock })
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
    const proofs = await openProofs(config, forms, clock)
    const counter = forms.site.count ? createFormCounter(store, clock) : undefined
    const app = createApp({
      config,
      store,
      forms,
      log,
      clock,
      metrics,
      proofs,
      counter,
      links,
      isStopping,
      pendingPosts,
    })
    const admin = express().use(createAdminRoutes({ config, store, metrics, isStopping }))
    let targetChecks: Promise<unknown> | undefined
    return {
      app,
      admin,
      start() {
        for (const { target, detail } of listTargetWarnings(config, forms)) log.warn({ target }, detail)
        delivery.start()
        for (const digest of digests) digest.start()
        targetChecks = raiseTargetAlerts(config, onAlert)
      },
      async close(stopAccepting, timeout) {
        stopping = true
        log.info('stopping')
        const stopReceiving = async () => {
          await stopAccepting()
          const unfinished = await settleWithin(pendingPosts, CUT_OFF)
          if (unfinished > 0) log.error({ posts: unfinished }, 'requests did not finish before the relay stopped')
        }
        const stopSending = async () => {
          await Promise.all(digests.map((digest) => digest.stop()))
          await delivery.stop(timeout)
        }
        await Promise.all([stopReceiving(), stopSending(), targetChecks])
        await counter?.close()
        await store.close()
        log.info('stopped')
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
