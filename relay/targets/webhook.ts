import { listFileFields } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import { parseRetryAfter } from '@northshelf/site/forms/retry-after.ts'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { webhookSchedule } from '../delivery/retry-schedules.ts'
import { isSetupErrorCode } from '../network-errors.ts'
import { booleanSchema, createTextSchema, createUrlSchema, defineSetting } from '../settings.ts'
import { publicUrlSetting } from './attachment-links.ts'
import { createSubmissionRecord, formatSubmissionRecord } from './record.ts'
import { findPrivateHost, type HttpReply, isPrivateAddressError, sendRequest } from './send-request.ts'
import {
  type ConfiguredTarget,
  type DeliveryOutcome,
  listAcceptedForms,
  type Target,
  type TargetContext,
  type TargetType,
} from './target.ts'

const settings = z.object({
  url: defineSetting(
    'WEBHOOK_URL',
    'URL that receives submissions as POST requests. Redirects are not followed.',
    createUrlSchema(['http', 'https'], 'the URL that receives submissions'),
  ),
  secret: defineSetting(
    'WEBHOOK_SECRET',
    'Signing secret: `whsec_` followed by 24 to 64 bytes in base64.',
    createTextSchema('the signing secret, whsec_ followed by 24 to 64 bytes in base64').refine(
      isSecret,
      '{} must be whsec_ followed by 24 to 64 bytes in base64.',
    ),
  ),
  allowPrivate: defineSetting(
    'WEBHOOK_ALLOW_PRIVATE',
    'Allows webhook addresses in private networks, including loopback.',
    booleanSchema,
    'false',
  ),
  publicUrl: publicUrlSetting,
})

/** Posts each submission as JSON, signed according to https://www.standardwebhooks.com. */
export const webhookTarget: TargetType<typeof settings> = {
  settings,
  address: 'WEBHOOK_URL',
  create: createWebhookTarget,
  preview: (_config, { envelope }, forms) => ({ json: formatSubmissionRecord(envelope, forms) }),
  async findFault({ name, url, allowPrivate }) {
    const host = allowPrivate ? undefined : await findPrivateHost(url)
    if (host === undefined) return undefined
    return `WEBHOOK_URL: ${host} (target ${name}) is in a private network. Set WEBHOOK_ALLOW_PRIVATE=true to allow that.`
  },
  findWarning({ publicUrl, forms }, { forms: all }) {
    const acceptsFiles = listAcceptedForms(forms, all).some((form) => listFileFields(form).length > 0)
    if (publicUrl !== undefined || !acceptsFiles) return undefined
    return { about: 'links', detail: 'RELAY_PUBLIC_URL is missing, so the webhook receives file names but no links' }
  },
}

function createWebhookTarget(
  config: ConfiguredTarget<typeof settings>,
  { forms, clock, linksFor }: TargetContext,
): Target {
  const { name, url, secret, allowPrivate } = config
  const links = linksFor?.(config)
  const signer = new Webhook(secret)
  return {
    name,
    schedule: webhookSchedule,
    timeout: 15_000,
    async deliver({ envelope }, signal) {
      const { id } = envelope
      const record = createSubmissionRecord(envelope, forms, (attachment) => links?.linkTo(id, attachment))
      const body = JSON.stringify(record)
      const sentAt = new Date(clock.now())
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'relay (Standard Webhooks)',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': signer.sign(id, sentAt, body),
      }
      try {
        const reply = await sendRequest(url, { method: 'POST', headers, body, allowPrivate }, signal)
        return outcomeOf(reply, clock.now(), new URL(url).host)
      } catch (error) {
        return outcomeOfFailure(error as NodeJS.ErrnoException, new URL(url))
      }
    },
    async probe() {
      const reply = await sendRequest(url, { method: 'HEAD', headers: {}, allowPrivate }, AbortSignal.timeout(15_000))
      return `${new URL(url).host} responds (${reply.status} to HEAD)`
    },
  }
}

function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').length
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) && bytes >= 24 && bytes <= 64
}

/** Temporary errors below 500: timeout, too early, too many requests. */
const TEMPORARY = [408, 425, 429]

/**
 * Returns the outcome for a response. Only 2xx means success, and only 410 is a permanent error. Redirects and other
 * 4xx need an operator, so they raise an alert and are retried until the schedule ends, in case the operator fixes it.
 */
function outcomeOf({ status, retryAfter }: HttpReply, now: number, host: string): DeliveryOutcome {
  const detail = `HTTP ${status}`
  if (status >= 200 && status < 300) return { kind: 'delivered', detail }
  const setup = status < 500 && !TEMPORARY.includes(status) ? { setup: `${host}: ${detail}` } : {}
  const why = { detail, reason: detail, ...setup }
  if (status === 410) return { kind: 'permanent', ...why }
  const pause = status === 429 || status === 503 ? parseRetryAfter(retryAfter, now) : undefined
  return { kind: 'temporary', ...why, ...(pause === undefined ? {} : { retryAfter: pause }) }
}

function outcomeOfFailure(error: NodeJS.ErrnoException, { host }: URL): DeliveryOutcome {
  const refused = isPrivateAddressError(error)
  const detail = `no response: ${error.code ?? error.message}`
  const reason = refused ? 'the address is in a private network' : (error.code ?? 'no response')
  const setup = refused || isSetupErrorCode(reason) ? { setup: `${host}: ${reason}` } : {}
  return { kind: 'temporary', detail, reason, ...setup }
}
