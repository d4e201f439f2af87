import { Router } from 'express'
import type { Config } from '../config.ts'
import { sendEntryFile } from '../http/attachments.ts'
import { ConsentPage } from '../http/signed-pages.tsx'
import { createNotFoundProblem } from '../intake/http-problem.ts'
import { sendPage } from '../pages/page.tsx'
import { createContentSecurityPolicy } from '../pages/style.ts'
import type { SiteForms } from '../site-forms.ts'
import { ENTRY_PLACES } from '../store/ids.ts'
import { createRetention } from '../store/retention.ts'
import type { Entry, Store } from '../store/store.ts'
import { InboxPage } from './inbox-page.tsx'
import { previewDelivery } from './preview-delivery.ts'

/** Maximum number of entries shown. */
const SHOWN = 100

/** Policy for email previews: allows inline styles but no scripts or requests, and only the inbox may frame them. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Creates the routes of the development inbox, which shows submissions and previews their deliveries. */
export function createInboxRoutes(config: Config, store: Store, forms: SiteForms): Router {
  const parts = { forms, targets: config.targets, retention: createRetention(config.retention, forms) }
  const find = async (id: string): Promise<Entry> => {
    const entry = await store.read(id)
    if (!entry) throw createNotFoundProblem()
    return entry
  }
  const router = Router()
  router.get('/', async (_req, res) => {
    const entries: Entry[] = []
    for await (const { entry } of store.list({ order: 'newest' })) {
      if (entry) entries.push(entry)
      if (entries.length === SHOWN) break
    }
    const counts = await Promise.all(ENTRY_PLACES.map((place) => store.count(place)))
    const total = counts.reduce((sum, count) => sum + count, 0)
    const page = <InboxPage entries={entries} total={total} {...parts} />
    sendPage(res, forms.site, page, createContentSecurityPolicy(forms.site, "'self'"))
  })
  router.get('/:id/mail/:target', async (req, res) => {
    const entry = await find(req.params.id)
    const html = previewDelivery(entry, req.params.target, parts).mail?.html
    if (!html) throw createNotFoundProblem()
    res.set({ 'Content-Security-Policy': MAIL_POLICY, 'X-Frame-Options': 'SAMEORIGIN', 'Cache-Control': 'no-store' })
    res.type('html').send(html)
  })
  // The page that the link in the email to the visitor opens.
  const consent = router.route('/:id/consent')
  consent.get(async (req, res) => {
    const { envelope } = await find(req.params.id)
    sendPage(res, forms.site, <ConsentPage envelope={envelope} forms={forms} />)
  })
  consent.post(async (req, res) => {
    await store.confirm(req.params.id)
    res.status(303).set('Location', 'consent').end()
  })
  router.get('/:id/files/:file', async (req, res) => {
    await sendEntryFile(res, store, await find(req.params.id), req.params.file)
  })
  return router
}
