import express, { type Request, Router } from 'express'
import { listSchedule } from '../../content/schedule.ts'
import { HttpError } from '../../editor/files/http-errors.ts'
import { STUDIO_PREFIX } from '../../paths.ts'
import { sendStudioPage } from '../pages/studio-page.tsx'
import type { Person } from '../person.ts'
import { createRateLimit } from '../rate-limit.ts'
import { getPerson, requirePermission } from '../session.ts'
import type { Studio } from '../studio.ts'
import { ChangePage, type ChangePermissions, hashValue } from './change-page.tsx'
import { HomePage } from './home-page.tsx'
import { PublicationPage } from './publication-page.tsx'
import { isCommitted, isFinished } from './publications.ts'
import type { Publisher } from './publisher.ts'
import { openReviews } from './review.ts'

/** Maximum number of approval requests per person and 15 minutes that are emailed to the publishers. */
const MAX_EMAILS = 5
const SHOWN_PUBLICATIONS = 20
/** Characters of output that the page of a publication shows. */
const SHOWN_OUTPUT = 4000
/** Seconds after which the page of a running publication reloads. */
const RELOAD = '2'
/** Content-Security-Policy of review pages, which have inline styles but no scripts. */
const REVIEW_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const HOME = `${STUDIO_PREFIX}/`

interface Action {
  name: string
  /** Hash of the edits that the person has seen. */
  hash: string
  person: Person
  fields: Readonly<Record<string, unknown>>
}

/** Creates the routes of change sets, reviews and publications. */
export function createPublishingRoutes(studio: Studio, publisher: Publisher): Router {
  const { settings, content, people, log, mailer } = studio
  const { changes, reader } = content
  const { publications } = publisher
  const reviews = openReviews(studio)
  const linkTo = (name: string) => `${settings.url.origin}${HOME}changes/${name}`
  const mayMail = createRateLimit()

  /**
   * Reports whether the owner of a change set may no longer edit. Returns false while `studio.yaml` has errors, because
   * the owner may be missing only for that reason.
   */
  const isOrphaned = (name: string) => people.isComplete() && !people.findById(name)?.may.includes('edit')
  /**
   * Returns what a person may do with a change set. Everyone owns the change sets of agents, and publishers also own
   * those of people who left. The change sets of other people can be published or sent back once they are ready.
   */
  function getPermissions(person: Person, name: string): ChangePermissions {
    const stored = changes.find(name)
    const isByAgent = stored && 'set' in stored && stored.set.owner === undefined
    const publish = person.may.includes('publish')
    const isOwn = person.id === name || (isOrphaned(name) && (publish || isByAgent === true))
    const sendBack = publish && !isOwn && changes.summary(name).ready !== undefined
    return { edit: isOwn && person.may.includes('edit'), publish: sendBack || (publish && isOwn), sendBack }
  }

  /** What people can do with a change set. Each action returns the address of the next page, if it is another one. */
  const actions: Record<string, { needs: keyof ChangePermissions; run(action: Action): Promise<string | undefined> }> =
    {
      ready: {
        needs: 'edit',
        async run({ name, hash, person, fields }) {
          const note = String(fields.text ?? '')
          await changes.mark(name, hash, { ready: { hash, by: person.name, note } })
          const text = `${person.name} asks you to approve changes to the site.\n\n${note}\n\n${linkTo(name)}\n`
          const receivers = mayMail({ [person.id]: MAX_EMAILS }) ? people.allowed('publish') : []
          for (const { email } of receivers)
            if (email !== person.email)
              mailer.send({ to: email, subject: `For approval: changes of ${person.name}`, text })
          return undefined
        },
      },
      publish: {
        needs: 'publish',
        run: async ({ name, hash, person }) => `${HOME}publications/${await publisher.publish(name, hash, person)}`,
      },
      'send-back': {
        needs: 'sendBack',
        async run({ name, hash, person, fields }) {
          const reason = String(fields.text ?? '')
          await changes.mark(name, hash, { sentBack: { by: person.name, reason } })
          const text = `${person.name} did not publish your changes.\n\n${reason}\n\n${linkTo(name)}\n`
          const { email: to } = people.findById(name) ?? {}
          if (to) mailer.send({ to, subject: 'Your changes were sent back', text })
          return HOME
        },
      },
      discard: {
        needs: 'edit',
        run: async ({ name, hash }) => changes.discard(name, hash || undefined).then(() => HOME),
      },
      /** Removes an edit or, if the form contains the hash of the current value, makes the edit replace that value. */
      resolve: {
        needs: 'edit',
        async run({ name, hash, fields: { index: text, now: seen } }) {
          const index = Number(text)
          const { failures } = seen ? await changes.effect(name) : { failures: [] }
          const now = failures.find((failure) => failure.index === index)?.conflict?.now ?? null
          if (seen && seen !== hashValue(now)) throw new HttpError('The value has changed since it was shown.', 409)
          await changes.resolve(name, index, hash, seen ? now : undefined)
          return changes.list().some((set) => set.name === name) ? undefined : HOME
        },
      },
    }

  const router = Router()
  router.get('/', async (_request, response) => {
    const person = getPerson(response)
    if (person.may.every((permission) => permission === 'leads')) return response.redirect(303, `${HOME}leads/`)
    const { parsed } = await reader.checkSaved({ today: new Date() })
    const all = changes.list()
    const isWaiting = ({ name, ready }: (typeof all)[number]) =>
      person.may.includes('publish') && name !== person.id && (ready || isOrphaned(name))
    sendStudioPage(
      response,
      <HomePage
        person={person}
        own={all.filter(({ name }) => name === person.id)}
        waiting={all.filter(isWaiting)}
        scheduled={listSchedule(parsed.files, parsed.edition.today).filter(({ next }) => next)}
        publications={publications.list(SHOWN_PUBLICATIONS)}
      />,
    )
  })
  router.use(['/changes', '/publications'], express.urlencoded({ extended: false }), (_request, response, next) => {
    if (!getPerson(response).may.includes('publish')) requirePermission(response, 'edit')
    next()
  })
  router.get('/changes/:name', async ({ params: { name } }, response) => {
    const person = getPerson(response)
    const change = changes.list().find((set) => set.name === name) ?? changes.summary(name)
    const effect = change.problem === undefined ? await changes.effect(name) : undefined
    sendStudioPage(response, <ChangePage {...{ person, change, effect }} may={getPermissions(person, name)} />)
  })
  router.get('/changes/:name/review', async ({ params: { name } }, response) => {
    response.redirect(303, `${HOME}changes/${name}/review/${await reviews.write(name)}/index.html`)
  })
  router.get('/changes/:name/review/:version/*file', (request, response) => {
    const { name, version, file } = request.params as unknown as { name: string; version: string; file: string[] }
    response.set('Content-Security-Policy', REVIEW_POLICY)
    response.sendFile(file.join('/'), { root: reviews.find(name, version), cacheControl: false })
  })
  router.post('/changes/:name/:action', async (request: Request<{ name: string; action: string }>, response) => {
    const { name, action } = request.params
    const { needs, run } = (Object.hasOwn(actions, action) && actions[action]) || {}
    const person = getPerson(response)
    if (!run || !needs || !getPermissions(person, name)[needs])
      throw new HttpError('You do not have permission to do this with these changes.', 403)
    const fields = (request.body ?? {}) as Record<string, unknown>
    const hash = String(fields.hash ?? '')
    const logged = action === 'publish' ? 'approve' : action
    log.write({ action: logged, person: person.email, changes: name, hash, edit: fields.index })
    const next = await run({ name, hash, person, fields })
    response.redirect(303, next ?? `${HOME}changes/${name}`)
  })
  router.get('/publications/:id', ({ params: { id } }, response) => {
    const publication = publications.read(id)
    const output = publications.readLog(id, 'build') + publications.readLog(id, 'deploy')
    const canUndo = isFinished(publication) && isCommitted(publication) && publications.readChange(id).files.length > 0
    if (!isFinished(publication)) response.set('Refresh', RELOAD)
    const props = { person: getPerson(response), publication, output: output.slice(-SHOWN_OUTPUT), canUndo }
    sendStudioPage(response, <PublicationPage {...props} />)
  })
  router.post('/publications/:id/:action', ({ params: { id, action } }, response) => {
    const person = requirePermission(response, 'publish')
    if (action !== 'retry' && action !== 'undo') throw new HttpError('There is no page with this address.', 404)
    // The publisher logs an undo, as any other publication, when it ends.
    if (action === 'retry') log.write({ action, person: person.email, publication: id })
    const shown = action === 'retry' ? publisher.retry(id) : publisher.undo(id, person)
    response.redirect(303, `${HOME}publications/${shown}`)
  })
  return router
}
