import { appendFileSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/**
 * Runs a mail server at `smtps://user:password@mail.example.com`. Usage: node --import tsx mail-server.ts KEY
 * CERTIFICATE MAILBOX
 */
const [key = '', certificate = '', mailbox = ''] = process.argv.slice(2)
new SMTPServer({
  ...{ secure: true, key: readFileSync(key), cert: readFileSync(certificate), disableReverseLookup: true },
  onAuth({ username, password }, _session, done) {
    done(username === 'user' && password === 'password' ? null : new Error('no'), { user: username })
  },
  onData(stream, _session, done) {
    text(stream).then((mail) => {
      appendFileSync(mailbox, mail)
      done()
    }, done)
  },
}).listen(465)
