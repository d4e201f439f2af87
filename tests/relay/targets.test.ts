import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { readConfig } from '../../relay/config.ts'
import type { Target } from '../../relay/targets/target.ts'
import { createTargets, type TargetConfig } from '../../relay/targets/targets.ts'
import { testTarget } from '../contracts/target.ts'
import { createFakeClock } from './fake-clock.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { createMailReceiver } from './mail-receiver.ts'
import { createSiteForms } from './site-forms.ts'
import { temporaryFolder } from './spool-fixture.ts'

function createTarget(config: TargetConfig): Target {
  const [target] = createTargets([config], { forms: createSiteForms(), clock: createFakeClock() })
  return target as Target
}

testTarget('file', async () => {
  const folder = path.join(await temporaryFolder(), 'outbox')
  return {
    target: createTarget({ kind: 'file', name: 'outbox', forms: [], folder }),
    async received() {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'))
      return Promise.all(
        files.map(async (file) => {
          const mail = await PostalMime.parse(await readFile(path.join(folder, file)))
          const id = path.basename(file, '.eml')
          const json = JSON.parse(await readFile(path.join(folder, `${id}.json`), 'utf8'))
          return { id: json.id, text: `${mail.text}`, files: mail.attachments.map(bytesOf) }
        }),
      )
    },
    async breakDown() {
      await rm(folder, { recursive: true, force: true })
      await writeFile(folder, 'a file in place of the folder')
    },
  }
})

testTarget('smtp', async () => {
  const { url, mails, close } = await createMailReceiver()
  const from = 'Site <site@northshelf.example>'
  return {
    target: createTarget({
      kind: 'smtp',
      name: 'mail',
      forms: [],
      url,
      from,
      to: ['team@northshelf.example'],
      dkim: undefined,
    }),
    received: async () =>
      mails.map(({ mail }) => ({
        id: mail.messageId?.slice(1).split('@')[0] ?? '',
        text: `${mail.text}`,
        files: mail.attachments.map(bytesOf),
      })),
    breakDown: close,
  }
})

testTarget('webhook', async () => {
  const { url, calls, close } = await createHookReceiver()
  return {
    target: createTarget({
      ...{ kind: 'webhook', name: 'hook', forms: [], url, secrets: [SECRET], allowPrivate: true, publicUrl: undefined },
    }),
    received: async () => calls.map(({ body }) => ({ id: JSON.parse(body).id, text: body, files: undefined })),
    breakDown: close,
  }
})

testTarget('http', async () => {
  const { url, calls, close } = await createHookReceiver()
  const { targets } = readConfig({
    ...{ RELAY_TARGETS: 'http', HTTP_URL: url, HTTP_ALLOW_PRIVATE: 'true' },
    HTTP_BODY: '{"key": "{_id}", "text": "{_answers}"}',
  })
  return {
    target: createTarget(targets[0] as TargetConfig),
    received: async () =>
      calls.map(({ body }) => {
        const { key, text } = JSON.parse(body)
        return { id: key, text, files: undefined }
      }),
    breakDown: close,
  }
})

function bytesOf({ content }: { content: ArrayBuffer | Uint8Array | string }): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array)
}
