import { describe, expect, it } from 'vitest'
import { createMailReceiver } from '../relay/mail-receiver.ts'
import { until } from '../relay/until.ts'
import { serveStudio } from './serve-studio.ts'

/** Starts a studio with a mail server. */
async function serveWithMail() {
  const { url, mails } = await createMailReceiver()
  const studio = await serveStudio({ settings: { mail: { url, from: 'Studio <studio@example.com>' } } })
  const receiveLink = async (count = 1) => {
    const { mail } = await until('the email', () => mails[count - 1])
    return /http:\S+/.exec(mail.text ?? '')?.[0] ?? ''
  }
  return { ...studio, mails, receiveLink }
}

const address = { email: 'ada@example.com', next: '/about?x=1' }

describe('signing in by email', () => {
  it('signs a person in with the link in the email and returns to the requested page', async () => {
    const { send, receiveLink, mails } = await serveWithMail()
    const asked = await send('/about?x=1')
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/@studio/sign-in?next=%2Fabout%3Fx%3D1'])
    expect(await (await send(asked.headers.get('location') ?? '')).text()).toContain('value="/about?x=1"')
    const sent = await send('/@studio/sign-in', { form: address })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/@studio/sign-in?sent'])
    const link = await receiveLink()
    expect(mails[0]?.to).toEqual(['ada@example.com'])
    const page = await send(link)
    expect(await page.text()).toContain('You sign in as Ada, ada@example.com.')
    const signedIn = await send(link, { form: {} })
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/about?x=1'])
    expect(signedIn.headers.get('set-cookie')).toMatch(
      /^studio=[\w-]{43}; Max-Age=2592000; Path=\/; .*HttpOnly; SameSite=Lax$/,
    )
  })
})
