import path from 'node:path'
import { onTestFinished } from 'vitest'
import { startRelay } from '../../relay/commands/start.ts'
import { readConfig } from '../../relay/config.ts'
import type { SiteForms } from '../../relay/site-forms.ts'
import { createCapturedLog } from './captured-log.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { createMailReceiver } from './mail-receiver.ts'
import { temporaryFolder } from './spool-fixture.ts'

/**
 * Starts a relay with a target of each type and their receivers, until the test has finished.
 * @param httpBody template of the `http` target
 * @param storeUrl URL of a database; undefined for a folder
 */
export async function startEveryTarget(forms: SiteForms, httpBody: string, storeUrl: string | undefined) {
  const [hook, service] = [await createHookReceiver(), await createHookReceiver()]
  const [mailbox, folder] = [await createMailReceiver(), await temporaryFolder()]
  const outbox = path.join(folder, 'outbox')
  const config = readConfig({
    ...{ RELAY_BIND: '127.0.0.1:0', RELAY_FREE_BYTES: '0', RELAY_SPOOL: path.join(folder, 'spool') },
    ...(storeUrl && { RELAY_STORE: storeUrl }),
    ...{ RELAY_TARGETS: 'file webhook smtp http', RELAY_OUTBOX: outbox },
    ...{ WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' },
    ...{ SMTP_URL: mailbox.url, SMTP_FROM: 'site@agency.example', MAIL_TO: 'sales@agency.example' },
    ...{ HTTP_URL: service.url, HTTP_BODY: httpBody, HTTP_ALLOW_PRIVATE: 'true' },
  })
  const relay = await startRelay({ config, forms, log: createCapturedLog('error').log })
  onTestFinished(() => relay.close())
  return { config, address: relay.address, hook, service, mailbox, outbox }
}
