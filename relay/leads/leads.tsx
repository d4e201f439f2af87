import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type RequestHandler, Router } from 'express'
import { DAY } from '../clock.ts'
import { sendEntryFile } from '../http/attachments.ts'
import { readShortForm, readTexts } from '../http/short-form.ts'
import { recordOutcome } from '../http/signed-pages.tsx'
import { isSameSecret } from '../intake/access.ts'
import { HttpProblem } from '../intake/http-problem.ts'
import type { IntakeContext } from '../intake/intake.ts'
import { createLeadReport, REPORT_GROUPINGS } from '../monitoring/lead-report.ts'
import type { Logger } from '../monitoring/log.ts'
import { sendPage } from '../pages/page.tsx'
import type { SiteForms } from '../site-forms.ts'
import { getLowestId } from '../store/ids.ts'
import { createRetention } from '../store/retention.ts'
import type { Entry } from '../store/store.ts'
import { listTargetNames } from '../targets/targets.ts'
import { getTimeLanguage } from '../translations/list.ts'
import { findLeadPage, isVisibleLead, type LeadReader, readLeadQuery } from './find-leads.ts'
import { LEADS_PATH, leadsStyle } from './layout.tsx'
import { LeadPage } from './lead-page.tsx'
import { formatLeadTable } from './lead-table.ts'
import { LeadListPage, REPORT_DAYS, ReportPage } from './list-pages.tsx'

/** Creates the pages that list and show leads, at `LEADS_PATH`. The studio sends their requests, with the key. */
export function createLeadRoutes(key: string, intake: IntakeContext, log: Logger): Router {
  const { config, store, clock } = intake
  // The pages are in English, like the studio.
  const language = getTimeLanguage(intake.forms.site, 'en')
  const site = { ...intake.forms.site, language, style: (intake.forms.site.style ?? '') + leadsStyle }
  const forms: SiteForms = { ...intake.forms, site }
  const reader: LeadReader = { store, forms, clock, retention: createRetention(config.retention, forms) }

  async function findLead(id: string): Promise<Entry> {
    const entry = await store.read(id).catch(throwLeadsProblem)
    if (entry && isVisibleLead(entry, reader)) return entry
    throw new HttpProblem('gone', 'The submission was deleted.')
  }

  /** Actions of the buttons on the page of a lead. Each does nothing if another person has done it already. */
  const actions: Record<string, (id: string, entry: Entry) => Promise<void> | undefined> = {
    release: (id, { place }) => (place === 'spam' ? store.release(id) : undefined),
    drop: (id, { place }) => (place === 'spam' ? store.drop(id) : undefined),
    async retry(id, { deliveries }) {
      const dead = deliveries.filter(({ status }) => status === 'dead').map(({ target }) => target)
      for (const target of listTargetNames(config.targets)) if (dead.includes(target)) await store.retry(id, target)
    },
  }

  const router = Router()
  router.use(requireKey(key))
  router.get('/', async (req, res) => {
    const query = readLeadQuery(req.query)
    const page = await findLeadPage(reader, query).catch(throwLeadsProblem)
    sendPage(res, site, <LeadListPage {...{ page, query, forms }} viewer={res.locals.viewer} />)
  })
  router.get('/report', async (req, res) => {
    const texts = readTexts(req.query, ['by', 'days'])
    const by = REPORT_GROUPINGS.find((name) => name === texts.by) ?? 'source'
    const days = REPORT_DAYS.find((count) => String(count) === texts.days) ?? 90
    const report = createLeadReport(by)
    const since = getLowestId(clock.now() - days * DAY)
    for await (const entry of store.listOverviews({ since }, () => {})) report.add(entry)
    sendPage(res, site, <ReportPage {...{ by, days, forms }} report={report.finish()} viewer={res.locals.viewer} />)
  })
  router.get('/export', async (req, res) => {
    res.attachment('leads.csv').type('csv')
    // The response is cut off if the store fails or the client disconnects.
    await pipeline(Readable.from(formatLeadTable(reader, readLeadQuery(req.query))), res).catch(() => {})
  })
  router.get('/:id', async (req, res) => {
    const entry = await findLead(req.params.id)
    sendPage(res, site, <LeadPage {...{ entry, forms, config }} viewer={res.locals.viewer} />)
  })
  router.post('/:id', async (req, res) => {
    const { id } = req.params
    const entry = await findLead(id)
    await readShortForm(req, res)
    const { do: name } = readTexts(req.body, ['do'])
    const act = Object.hasOwn(actions, name) ? actions[name] : undefined
    await (act ? act(id, entry)?.catch(throwLeadsProblem) : recordOutcome(intake, entry, req.body))
    log.info({ id, by: res.locals.viewer, action: act ? name : 'outcome' }, 'lead changed')
    res
      .status(303)
      .set('Location', name === 'drop' ? LEADS_PATH : `${LEADS_PATH}/${id}`)
      .end()
  })
  router.get('/:id/files/:file', async (req, res) => {
    await sendEntryFile(res, store, await findLead(req.params.id), req.params.file)
  })
  return router
}

/** Rejects requests without the key. A header names the person who is signed in to the studio. */
function requireKey(key: string): RequestHandler {
  return (req, res, next) => {
    // Node decodes headers as Latin-1.
    const viewer = Buffer.from(req.get('northshelf-person') ?? '', 'latin1').toString()
    if (!isSameSecret(req.get('authorization'), `Bearer ${key}`) || viewer === '')
      throw new HttpProblem('leads-key', 'The key for leads is missing or wrong.')
    res.locals.viewer = viewer
    res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
    next()
  }
}

function throwLeadsProblem(cause: unknown): never {
  const detail = 'The leads cannot be read or changed at the moment. Please try again later.'
  throw new HttpProblem('storage', detail, { headers: { 'Retry-After': '30' }, cause })
}
