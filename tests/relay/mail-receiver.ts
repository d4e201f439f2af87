import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  raw: Buffer
  mail: Email
  from: string
  to: string[]
}

/** Starts an SMTP server on loopback that records messages. `options` can make it refuse commands. */
export async function createMailReceiver(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = []
  /** EHLO names that clients sent. */
  const names: (string | false)[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 10,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        names.push(session.hostNameAppearsAs)
        const from = mailFrom ? mailFrom.address : ''
        mails.push({ raw, mail: await PostalMime.parse(raw), from, to: rcptTo.map(({ address }) => address) })
        done()
      })
    },
    ...options,
  })
  // Ignores errors, because tests close connections on purpose.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      if (server.server.listening) server.close(() => resolve())
      else resolve()
    })
  onTestFinished(close)
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, mails, names, server, close }
}
