import { expect, it } from 'vitest'
import { removeSettings } from '../project-settings.ts'

it('removeSettings removes settings of the site and the relay, and keeps all other variables', () => {
  const environment = {
    PORT: '1',
    SITE_OUT: 'a',
    RELAY_BIND: 'x',
    SMTP_URL: 'y',
    TZ: 'Asia/Tokyo',
    PATH: 'p',
    PORTAL: 'z',
  }
  removeSettings(environment)
  expect(environment).toEqual({ PATH: 'p', PORTAL: 'z' })
})
