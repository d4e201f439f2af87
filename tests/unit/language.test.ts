import { expect, it } from 'vitest'
import { movedPage } from '../../cli/build/hosting/redirects.ts'
import { languageAttributes } from '../../src/schema/language.ts'

it.each([
  ['en-US', 'lang="en-US"'],
  ['ar', 'lang="ar" dir="rtl"'],
  ['he-IL', 'lang="he-IL" dir="rtl"'],
])('sets the language attributes of <html> for %s', (language, attributes) => {
  expect(languageAttributes(language)).toBe(attributes)
  expect(movedPage({ to: '/about' }, 'https://harbor.example', language)).toContain(`<html ${attributes}>`)
})
