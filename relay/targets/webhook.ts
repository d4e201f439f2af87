import { Webhook } from 'standardwebhooks'
import type { Clock } from '../clock.ts'
import type { TargetConfig } from '../config.ts'
import { webhookSchedule } from '../delivery/schedules.ts'
import type { FormBook } from '../intake/form-book.ts'
import type { AttachmentLinks } from './attachment-links.ts'
import { type PostReply, post, readRetryAfter } from './post.ts'
import { createRecord } from './record.ts'
import type { Outcome, Target } from './target.ts'

/** Posts each submission as JSON, signed as https://www.standardwebhooks.com says. */
export function createWebhookTarget(
  config: Extract<TargetConfig, { kind: 'webhook' }>,
  { forms, clock, links }: { forms: FormBook; clock: Clock; links?: AttachmentLinks | undefined },
): Target {
  const { name, url, secret, allowPrivate } = config
  const signer = new Webhook(secret)
  return {
    name,
    kind: 'webhook',
    schedule: webhookSchedule,
    timeout: 15_000,
    async deliver({ envelope }, signal) {
      const { id } = envelope
      const record = createRecord(envelope, forms, (attachment) => links?.linkTo(id, attachment))
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
        return outcomeOf(await post(url, { method: 'POST', headers, body, allowPrivate }, signal), clock.now())
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        return { kind: 'temporary', detail: `no answer: ${code ?? message}` }
      }
    },
    async probe() {
      const reply = await post(url, { method: 'HEAD', headers: {}, allowPrivate }, AbortSignal.timeout(15_000))
      return `${new URL(url).host} answers (${reply.status} to HEAD)`
    },
    async close() {},
  }
}

/**
 * Only 2xx is success, and only 410 says for ever that nobody wants it. A redirect or another 4xx may be a slip in
 * the set-up: it is tried to the end of the schedule, then the delivery is dead.
 */
function outcomeOf({ status, retryAfter }: PostReply, now: number): Outcome {
  const detail = `HTTP ${status}`
  if (status >= 200 && status < 300) return { kind: 'delivered', detail }
  if (status === 410) return { kind: 'permanent', detail }
  const pause = status === 429 || status === 503 ? readRetryAfter(retryAfter, now) : undefined
  return { kind: 'temporary', detail, ...(pause === undefined ? {} : { retryAfter: pause }) }
}
