import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import email from '../../src/forms/kinds/email/field.tsx'
import tel from '../../src/forms/kinds/tel/field.tsx'
import url from '../../src/forms/kinds/url/field.tsx'

it.each([
  ['email', email, 'type="email"'],
  ['tel', tel, 'type="tel"'],
  ['url', url, 'inputMode="url"'],
])('phones show a suitable keyboard for a field of type %s', (kind, { Control }, attribute) => {
  const field = { kind, name: 'answer', label: 'Answer', required: true, maxLength: 200 }
  const labels = { optional: '', problems: '', leaveEmpty: '' }
  const props = { field, id: 'answer', labels } as Parameters<typeof Control>[0]
  expect(renderToStaticMarkup(createElement(Control, props))).toContain(attribute)
})
