import { expect, it } from 'vitest'
import { renderRedirectPage } from '../../cli/build/hosting/redirects.ts'
import { formatLanguageAttributes } from '../../src/schema/language.ts'

it.each([
  ['en-US', 'lang="en-US"'],
  ['ar', 'lang="ar" dir="rtl"'],
  ['he-IL', 'lang="he-IL" dir="rtl"'],
])('formatLanguageAttributes returns the attributes of the <html> element for %s', (language, attributes) => {
  expect(formatLanguageAttributes(language)).toBe(attributes)
  expect(renderRedirectPage({ to: '/about' }, 'https://harbor.example', language)).toContain(`<html ${attributes}>`)
})
