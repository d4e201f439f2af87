import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import { reportInternalError } from '../../diagnostics/failure.ts'
import { HttpError } from '../../editor/files/http-errors.ts'
import { STUDIO_PREFIX } from '../../paths.ts'
import { StudioPage, sendStudioPage } from '../pages/studio-page.tsx'
import type { Person } from '../person.ts'
import { createRateLimit } from '../rate-limit.ts'
import type { SessionCookie } from '../session.ts'
import type { Studio } from '../studio.ts'
import { hashSecret } from './secrets.ts'
import { createSignInLink, LINK_MINUTES, type SignIns, toOwnPath } from './sign-ins.ts'

/**
 * Maximum number of emails to a person, requested from one network and in total, so that attackers can use up only the
 * share of their own network. The links in all of these emails stay valid, so a person who reaches the limit has one
 * that works.
 */
const EMAILS = { network: 5, total: 20 }
/** Maximum number of refused links in the audit trail, from one network and in total. */
const REFUSALS = { network: 30, total: 1000 }

/** Creates the routes for signing in by email, and for signing out. */
export function createSignInRoutes({ settings, people, log, mailer }: Studio, signIns: SignIns, cookie: SessionCookie) {
  const { links, sessions } = signIns
  const isWithin = createRateLimit()
  const networkOf = ({ ip = '' }: Request) => ipKeyGenerator(ip)

  async function sendLink(address: string, network: string, next: unknown): Promise<void> {
    const person = people.findByEmail(address)
    if (!person || !isWithin({ [`${person.id} ${network}`]: EMAILS.network, [person.id]: EMAILS.total })) return
    const link = await createSignInLink(settings, person, toOwnPath(next, settings.url))
    log.write({ action: 'link', person: person.email })
    const text = `Open this link within ${LINK_MINUTES} minutes to sign in to ${settings.url.host}:\n\n${link}\n\nIf you did not ask for it, ignore this email.\n`
    mailer.send({ to: person.email, subject: `Sign in to ${settings.url.host}`, text })
  }
  /** Finds the person of a link. @throws HttpError if the link is unknown, expired or used */
  async function findLink(request: Request<{ token: string }>) {
    const record = await links.find(request.params.token)
    const person = record && people.findByEmail(record.email)
    return record && person ? { record, person } : refuseLink(request)
  }
  function refuseLink(request: Request): never {
    const network = networkOf(request)
    if (isWithin({ [network]: REFUSALS.network, all: REFUSALS.total })) log.write({ action: 'link-refused', network })
    throw new HttpError('This link has expired or has already been used. Ask for a new one.', 410)
  }

  const showForm: RequestHandler = (request, response) => {
    const { sent, next } = request.query
    const page = sent === undefined ? <AddressPage next={toOwnPath(next, settings.url)} /> : <SentPage />
    sendStudioPage(response, page)
  }
  const acceptAddress: RequestHandler = (request, response) => {
    const { email, next } = request.body ?? {}
    const network = networkOf(request)
    // Only after the response, so that neither the response nor its time reveals whether the address is known.
    response.once('close', () => {
      sendLink(String(email), network, next).catch(reportInternalError)
    })
    response.redirect(303, `${STUDIO_PREFIX}/sign-in?sent`)
  }
  const signIn = async (request: Request<{ token: string }>, response: Response) => {
    const { record, person } = await findLink(request)
    // If the session cannot be stored, the link can be used again.
    const session = await sessions.create(person.email)
    if (!(await links.remove(record.id))) {
      await sessions.remove(hashSecret(session))
      return refuseLink(request)
    }
    await endSession(request)
    log.write({ action: 'sign-in', person: person.email, network: networkOf(request) })
    cookie.set(response, session)
    response.redirect(303, record.next ?? `${STUDIO_PREFIX}/`)
  }
  async function endSession(request: Request) {
    const secret = cookie.read(request)
    const session = secret === undefined ? undefined : await sessions.find(secret)
    if (session) await sessions.remove(session.id)
    return session
  }

  const router = Router()
  const form = express.urlencoded({ extended: false, inflate: false, limit: 4000 })
  router.route('/sign-in').get(showForm).post(form, acceptAddress)
  router
    .route('/sign-in/:token')
    // Programs that scan emails open links, so only the button uses the link.
    .get(async (request, response) => sendStudioPage(response, <LinkPage {...(await findLink(request))} />))
    .post(signIn)
  router.post('/sign-out', async (request, response) => {
    const session = await endSession(request)
    if (session) log.write({ action: 'sign-out', person: session.email })
    cookie.clear(response)
    response.redirect(303, `${STUDIO_PREFIX}/sign-in`)
  })
  return router
}

function AddressPage({ next }: { next: string }) {
  return (
    <StudioPage title="Sign in" person={undefined}>
      <form className="fields" method="post" action={`${STUDIO_PREFIX}/sign-in`}>
        <label>
          Email address
          <input name="email" type="email" autoComplete="email" required maxLength={254} />
        </label>
        <input name="next" type="hidden" value={next} />
        <button type="submit" className="button">
          Send a link
        </button>
      </form>
      <p className="hint">You receive an email with a link that signs you in. You do not need a password.</p>
    </StudioPage>
  )
}

function SentPage() {
  return (
    <StudioPage title="Check your email" person={undefined}>
      <p className="lead">
        If this address has access to the studio, an email with a link is on its way. The link works once, within{' '}
        {LINK_MINUTES} minutes.
      </p>
      <p>
        Nothing arrived? Look in the spam folder, or <a href={`${STUDIO_PREFIX}/sign-in`}>try again</a>. The studio
        sends only a few emails within {LINK_MINUTES} minutes, and all of their links work. If nothing arrives, ask the
        operator of this studio for a link.
      </p>
    </StudioPage>
  )
}

function LinkPage({ person }: { person: Person }) {
  return (
    <StudioPage title="Sign in" person={undefined}>
      <p className="lead">
        You sign in as {person.name}, {person.email}.
      </p>
      <form method="post">
        <button type="submit" className="button">
          Sign in
        </button>
      </form>
    </StudioPage>
  )
}
