import { COUNT_ENDPOINT } from '@northshelf/site/forms/form-steps.ts'
import { CHALLENGE_ENDPOINT } from '@northshelf/site/forms/proof/challenge.ts'
import express, { type Express } from 'express'
import helmet from 'helmet'
import type { Clock } from './clock.ts'
import { createKeyedMutex } from './concurrency.ts'
import type { Config } from './config.ts'
import { createAdminRoutes } from './http/admin.ts'
import { serveAttachment } from './http/attachments.ts'
import { serveChallenge } from './http/challenge.ts'
import { countStep } from './http/count.ts'
import { createSignedPageRoutes } from './http/signed-pages.tsx'
import { createSubmitHandler } from './http/submit.ts'
import { createInboxRoutes } from './inbox/inbox.tsx'
import { allowCors, checkOrigin } from './intake/access.ts'
import type { FormCounter } from './intake/form-counter.ts'
import { createNotFoundProblem, HttpProblem } from './intake/http-problem.ts'
import { createSpaceCheck, type IntakeContext } from './intake/intake.ts'
import type { Proofs } from './intake/proofs.ts'
import { createRateLimiter, enforceUploadRate } from './intake/rate-limit.ts'
import { createJsonReader } from './intake/read-request.ts'
import { LEADS_PATH } from './leads/layout.tsx'
import { createLeadRoutes } from './leads/leads.tsx'
import type { Logger } from './monitoring/log.ts'
import { createMonitor, createSpamAlert, type Metrics } from './monitoring/monitor.ts'
import { isLoopback, requireLocalClient } from './network/loopback.ts'
import { createErrorHandler, createProblemResponder } from './pages/problem-response.tsx'
import { serveThanksPage } from './pages/thanks-page.tsx'
import type { SiteForms } from './site-forms.ts'
import type { Store } from './store/store.ts'
import type { AttachmentLinks } from './targets/attachment-links.ts'

interface AppParts {
  config: Config
  store: Store
  forms: SiteForms
  log: Logger
  clock: Clock
  metrics: Metrics
  /** Undefined if no form requires proof of work. */
  proofs?: Proofs | undefined
  /** Undefined if the site does not count. */
  counter?: FormCounter | undefined
  /** Handlers for attachment links, one per target that creates links. The download route tries them in turn. */
  links?: readonly AttachmentLinks[]
  isStopping?: () => boolean
  /** Submissions being processed. Await them before closing the store. */
  pendingPosts?: Set<Promise<void>>
}

/** Rate limit per IP address across all forms, as a multiple of the limit per form. */
const ENDPOINT_FACTOR = 6

const ENDPOINTS = ['send-form-submission', 'submit-application'] as const

/** Creates the relay's Express app but does not start listening. */
export function createApp({
  config,
  store,
  forms,
  log,
  clock,
  metrics,
  proofs,
  counter,
  links = [],
  isStopping = () => false,
  pendingPosts = new Set(),
}: AppParts): Express {
  const { limits } = config
  const respond = createProblemResponder(config, forms)
  const intake: IntakeContext = {
    config,
    forms,
    store,
    clock,
    proofs,
    keysInUse: createKeyedMutex(),
    limitArrivals: createRateLimiter(limits.postsPerMinute * ENDPOINT_FACTOR),
    limitPosts: createRateLimiter(limits.postsPerMinute),
    readJson: createJsonReader(limits.bodyBytes),
    hasSpace: createSpaceCheck(store, clock, limits.freeBytes),
  }
  const onHeld = createSpamAlert(clock, createMonitor(log, metrics).onAlert)
  const app = express()
  // Express sends stack traces to clients unless `env` is `production`.
  app.set('env', 'production')
  app.disable('x-powered-by').disable('etag').set('trust proxy', config.trustProxy).set('query parser', 'simple')
  app.use(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      // Disabled, because the site's web server already sets this header.
      strictTransportSecurity: false,
      crossOriginResourcePolicy: false,
      // Disabled, because all responses from an origin must send the same value, and the relay serves only some.
      originAgentCluster: false,
    }),
  )
  for (const endpoint of ENDPOINTS)
    app
      .route(`/functions/v1/${endpoint}`)
      .all(allowCors(config), checkOrigin(config))
      .post(
        enforceUploadRate(config, respond),
        createSubmitHandler(endpoint, { intake, pendingPosts, log, metrics, counter, respond, onHeld }),
      )
      .options((_req, res) => void res.set('Allow', 'POST, OPTIONS').status(204).end())
      .all(() => {
        throw new HttpProblem('method', 'This endpoint accepts only POST.', { headers: { Allow: 'POST, OPTIONS' } })
      })
  if (proofs)
    app.get(
      `/functions/v1/${CHALLENGE_ENDPOINT}`,
      ...[allowCors(config), checkOrigin(config), serveChallenge(intake, proofs)],
    )
  if (counter)
    app.post(`/functions/v1/${COUNT_ENDPOINT}`, ...[allowCors(config), checkOrigin(config), countStep(intake, counter)])
  app.get('/thanks/:formType', serveThanksPage(config, forms))
  app.use(createSignedPageRoutes(intake, links))
  app.get('/attachments/:id/:file', serveAttachment(links))
  if (config.leadsKey !== undefined) app.use(LEADS_PATH, createLeadRoutes(config.leadsKey, intake, log))
  if (!config.adminBind)
    app.use(express.Router().use(requireLocalClient, createAdminRoutes({ config, store, metrics, isStopping })))
  if (config.inbox && isLoopback(config.bind.host))
    app.use('/inbox', express.Router().use(requireLocalClient, createInboxRoutes(config, store, forms)))
  app.use(() => {
    throw createNotFoundProblem()
  })
  app.use(createErrorHandler(log, respond))
  return app
}
