import path from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished } from 'vitest'
import { showCommand } from '../../relay/commands/show.ts'
import { startRelay } from '../../relay/commands/start.ts'
import { readConfig } from '../../relay/config.ts'
import type { SiteForms } from '../../relay/site-forms.ts'
import type { Entry } from '../../relay/store/store.ts'
import { createCapturedLog } from './captured-log.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { readResponse, SUBMIT } from './http-fixture.ts'
import { createMailReceiver } from './mail-receiver.ts'
import { createSiteForms } from './site-forms.ts'
import { temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

export const CONTACT = { formType: 'contact', name: 'Zebedee', email: 'ada@brand.example', message: 'Xylophones' }

export interface MailRelayOptions {
  forms?: SiteForms
  env?: NodeJS.ProcessEnv
  server?: SMTPServerOptions
  folder?: string
  clock?: FakeClock
}

/** Starts a relay that sends to a real mail server, with a fake clock. */
export async function startMailRelay({
  forms = createSiteForms(),
  env = {},
  server,
  ...options
}: MailRelayOptions = {}) {
  const folder = options.folder ?? path.join(await temporaryFolder(), 'spool')
  const clock = options.clock ?? createFakeClock()
  const receiver = await createMailReceiver(server)
  const config = readConfig({
    RELAY_BIND: '127.0.0.1:0',
    RELAY_SPOOL: folder,
    RELAY_POSTS_PER_MINUTE: '0',
    RELAY_TARGETS: 'mail=smtp',
    SMTP_URL: receiver.url,
    SMTP_FROM: 'Northshelf site <site@northshelf.example>',
    MAIL_TO: 'team@northshelf.example',
    ...env,
  })
  const { log, logged } = createCapturedLog()
  const relay = await startRelay({ config, forms, log, clock })
  onTestFinished(() => relay.close())
  const post = async (more: Record<string, unknown> = {}): Promise<string> => {
    const answer = await readResponse(
      await fetch(relay.address + SUBMIT, {
        method: 'POST',
        body: JSON.stringify({ ...CONTACT, ...more }),
        headers: { 'content-type': 'application/json' },
      }),
    )
    expect(answer.status).toBe(202)
    return answer.json.id
  }
  /** Waits until an entry reaches the given place. */
  const at = (id: string, place: Entry['place'] = 'done') =>
    until(`${id} is in ${place}`, async () => {
      const { data: entry } = await showCommand.run(config, { id, forms })
      return entry.place === place ? entry : undefined
    })
  /** Waits until a submission is done. @returns the state of its confirmation */
  const ended = async (id: string) => (await at(id)).deliveries.find(({ target }) => target === 'confirm')
  /** Returns the emails that are not addressed to the team. */
  const confirmations = () => receiver.mails.filter(({ to }) => !to.includes('team@northshelf.example'))
  /** Waits until the metrics, which lag behind the store, count this many confirmations with this outcome. */
  const counted = (outcome: string, count: number) =>
    until(`${count} ${outcome}`, async () => {
      const metrics = await (await fetch(`${relay.address}/metrics`)).text()
      return metrics.includes(`relay_deliveries_total{target="confirm",outcome="${outcome}"} ${count}\n`)
    })
  const alerts = () =>
    logged()
      .split('\n')
      .flatMap((line) => /"alert":"(\w+)"/.exec(line)?.[1] ?? [])
  return {
    ...receiver,
    ...relay,
    config,
    forms,
    folder,
    clock,
    post,
    at,
    ended,
    confirmations,
    counted,
    alerts,
    logged,
  }
}
