import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AuditEvent } from '../../cli/studio/audit-log.ts'
import { createMailer } from '../../cli/studio/mailer.ts'
import { createMailReceiver } from '../relay/mail-receiver.ts'
import { until } from '../relay/until.ts'

afterEach(() => void vi.restoreAllMocks())

const mail = { to: 'ada@example.com', subject: 'Ready', text: 'Have a look.\n' }
const from = 'Studio <studio@example.com>'

/** Records events and what is written to stderr. */
function record() {
  const events: AuditEvent[] = []
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  return {
    log: { write: (event: AuditEvent) => void events.push(event) },
    events,
    errors: () => stderr.mock.calls.join(''),
  }
}

describe("the studio's emails", () => {
  it('are sent again after a temporary failure', async () => {
    let attempts = 0
    const { url, mails, names } = await createMailReceiver({
      onRcptTo(_address, _session, done) {
        attempts += 1
        done(attempts < 3 ? Object.assign(new Error('later'), { responseCode: 451 }) : undefined)
      },
    })
    const { log, events, errors } = record()
    createMailer({ url, from }, log, [1, 1]).send(mail)
    const received = await until('the email', () => mails[0])
    expect(received.mail).toMatchObject({ subject: 'Ready', text: 'Have a look.\n', from: { name: 'Studio' } })
    expect([names, events, errors()]).toEqual([['example.com'], [], ''])
  })

  it('are abandoned after the last attempt, with the reason in the audit trail and on stderr', async () => {
    const { url, close } = await createMailReceiver()
    await close()
    const { log, events, errors } = record()
    createMailer({ url, from }, log, [1, 1]).send(mail)
    await until('the failure', () => events.length > 0)
    const reason = expect.stringContaining('ECONNREFUSED')
    expect(events).toEqual([{ action: 'mail-failed', person: 'ada@example.com', subject: 'Ready', reason }])
    expect(errors()).toContain('The email "Ready" to ada@example.com was not sent: connect ECONNREFUSED')
  })

  it('are not sent again if the server rejects them', async () => {
    let attempts = 0
    const { url } = await createMailReceiver({
      onRcptTo(_address, _session, done) {
        attempts += 1
        done(Object.assign(new Error('unknown'), { responseCode: 550 }))
      },
    })
    const { log, events } = record()
    createMailer({ url, from }, log, [1, 1]).send(mail)
    await until('the failure', () => events.length > 0)
    expect(attempts).toBe(1)
  })

  it('fail if no mail server is configured or the audit trail cannot be written', async () => {
    const { errors } = record()
    const write = () => {
      throw new Error('the disk is full')
    }
    createMailer(undefined, { write }).send(mail)
    await until('the messages', () => errors().includes('the disk is full'))
    expect(errors()).toContain('was not sent: SMTP_URL is not set.')
  })
})
