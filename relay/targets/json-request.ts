import { parseRetryAfter } from '@northshelf/site/forms/retry-after.ts'
import { Webhook } from 'standardwebhooks'
import type { Clock } from '../clock.ts'
import { isSetupErrorCode } from '../network/connection-errors.ts'
import { createTextSchema } from '../settings.ts'
import { webhookSchedule } from './retry-schedules.ts'
import { findPrivateHost, type HttpReply, isPrivateAddressError, sendRequest } from './send-request.ts'
import type { DeliveryOutcome, Target, TargetInput } from './target.ts'

/** Description of signing secrets for the operator's guide. */
export const SIGNING_SECRETS =
  'Signing secret: `whsec_` followed by 24 to 64 bytes in base64. [While you replace it](#replace-the-signing-secret), two, separated by a space or comma.'

export const signingSecretsSchema = createTextSchema('the signing secret, whsec_ followed by 24 to 64 bytes in base64')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (secrets) => secrets.length > 0 && secrets.every(isSecret),
    '{} must be whsec_ followed by 24 to 64 bytes in base64.',
  )

interface JsonRequest {
  name: string
  url: string
  method?: 'POST' | 'PUT' | 'PATCH'
  /** Additional headers, with names in lower case. */
  headers?: Record<string, string> | undefined
  /** Sign the requests according to https://www.standardwebhooks.com, with one signature per secret. */
  secrets?: readonly string[] | undefined
  allowPrivate: boolean
  createBody(input: TargetInput): unknown
  /** Reports whether a reply means that the receiver has accepted the submission. By default, any 2xx does. */
  isAccepted?: ((reply: HttpReply) => boolean) | undefined
}

/** Creates a target that sends each submission as a JSON request. */
export function createJsonTarget(request: JsonRequest, clock: Clock): Target {
  const { name, url, method = 'POST', secrets, allowPrivate } = request
  const { isAccepted = ({ status }) => status >= 200 && status < 300 } = request
  const { host } = new URL(url)
  const signers = secrets?.map((secret) => new Webhook(secret))
  return {
    name,
    schedule: webhookSchedule,
    timeout: 15_000,
    async deliver(input, signal) {
      const { id } = input.event ?? input.envelope
      const body = JSON.stringify(request.createBody(input))
      const sentAt = new Date(clock.now())
      const headers = {
        'content-type': 'application/json',
        'user-agent': signers ? 'relay (Standard Webhooks)' : 'relay',
        ...request.headers,
        ...(signers && {
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
          'webhook-signature': signers.map((signer) => signer.sign(id, sentAt, body)).join(' '),
        }),
      }
      try {
        const reply = await sendRequest(url, { method, headers, body, allowPrivate }, signal)
        if (isAccepted(reply)) return { kind: 'delivered', detail: `HTTP ${reply.status}` }
        return outcomeOfRefusal(reply, clock.now(), host)
      } catch (error) {
        return outcomeOfFailure(error as NodeJS.ErrnoException, host)
      }
    },
    async probe() {
      const reply = await sendRequest(url, { method: 'HEAD', headers: {}, allowPrivate }, AbortSignal.timeout(15_000))
      return `${host} responds (${reply.status} to HEAD)`
    },
  }
}

/**
 * Returns an error if requests to a URL would be refused because its host is in a private network.
 * @param prefix of the target type's variables, such as `WEBHOOK`
 */
export async function findPrivateUrlProblem(
  prefix: string,
  { name, url, allowPrivate }: Pick<JsonRequest, 'name' | 'url' | 'allowPrivate'>,
): Promise<string | undefined> {
  const host = allowPrivate ? undefined : await findPrivateHost(url)
  if (host === undefined) return undefined
  return `${prefix}_URL: ${host} (target ${name}) is in a private network. Set ${prefix}_ALLOW_PRIVATE=true to allow that.`
}

function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').length
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) && bytes >= 24 && bytes <= 64
}

/** Temporary errors below 500: timeout, too early, too many requests. */
const TEMPORARY = [408, 425, 429]

/**
 * Returns the outcome for a response that is not a success. Only 410 is a permanent error. Redirects and other 4xx need
 * an operator, so they raise an alert and are retried until the schedule ends, in case the operator fixes it.
 */
function outcomeOfRefusal({ status, retryAfter }: HttpReply, now: number, host: string): DeliveryOutcome {
  const detail = `HTTP ${status}`
  const setup = status < 500 && !TEMPORARY.includes(status) ? { setup: `${host}: ${detail}` } : {}
  const why = { detail, reason: detail, ...setup }
  if (status === 410) return { kind: 'permanent', ...why }
  const pause = status === 429 || status === 503 ? parseRetryAfter(retryAfter, now) : undefined
  return { kind: 'temporary', ...why, ...(pause === undefined ? {} : { retryAfter: pause }) }
}

function outcomeOfFailure(error: NodeJS.ErrnoException, host: string): DeliveryOutcome {
  const refused = isPrivateAddressError(error)
  const detail = `no response: ${error.code ?? error.message}`
  const reason = refused ? 'the address is in a private network' : (error.code ?? 'no response')
  const setup = refused || isSetupErrorCode(reason) ? { setup: `${host}: ${reason}` } : {}
  return { kind: 'temporary', detail, reason, ...setup }
}
