import { type RequestHandler, Router } from 'express'
import type { Config } from '../config.ts'
import { sendAttachment } from '../http/attachments.ts'
import { createNotFoundProblem } from '../http/problem.ts'
import type { SiteForms } from '../intake/site-forms.ts'
import { sendPage } from '../pages/page.tsx'
import { createContentSecurityPolicy } from '../pages/style.ts'
import { ENTRY_PLACES } from '../store/ids.ts'
import type { Entry, Store } from '../store/store.ts'
import type { StoredFile } from '../targets/attachment-links.ts'
import { InboxPage, previewDelivery } from './inbox-page.tsx'

interface InboxParts {
  config: Config
  store: Store
  forms: SiteForms
}

/** Maximum number of entries shown. */
const SHOWN = 100

/** Policy for email previews: allows inline styles but no scripts or requests, and only the inbox may frame them. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Creates the routes of the development inbox, which shows submissions and previews their deliveries. */
export function createInboxRoutes({ config, store, forms }: InboxParts): Router {
  const find = async (id: string): Promise<Entry> => {
    const entry = await store.read(id)
    if (!entry) throw createNotFoundProblem()
    return entry
  }
  const list: RequestHandler = async (_req, res) => {
    const entries: Entry[] = []
    for await (const { entry } of store.list({ order: 'newest' })) {
      if (entry) entries.push(entry)
      if (entries.length === SHOWN) break
    }
    const counts = await Promise.all(ENTRY_PLACES.map((place) => store.count(place)))
    const total = counts.reduce((sum, count) => sum + count, 0)
    sendPage(
      res,
      forms.site,
      <InboxPage entries={entries} total={total} forms={forms} targets={config.targets} />,
      createContentSecurityPolicy(forms.site, "'self'"),
    )
  }
  const router = Router()
  router.get('/', list)
  router.get('/:id/mail/:target', async (req, res) => {
    const entry = await find(req.params.id)
    const html = previewDelivery(entry, req.params.target, { forms, targets: config.targets }).mail?.html
    if (!html) throw createNotFoundProblem()
    res.set({ 'Content-Security-Policy': MAIL_POLICY, 'X-Frame-Options': 'SAMEORIGIN', 'Cache-Control': 'no-store' })
    res.type('html').send(html)
  })
  router.get('/:id/files/:file', async (req, res) => {
    const { id, attachments } = (await find(req.params.id)).envelope
    const attachment = attachments.find(({ file }) => file === req.params.file)
    if (!attachment) throw createNotFoundProblem()
    const open: StoredFile['open'] = (range) => store.openAttachment(id, attachment.file, range)
    if ((await sendAttachment(res, { attachment, open })) === undefined) throw createNotFoundProblem()
  })
  return router
}
