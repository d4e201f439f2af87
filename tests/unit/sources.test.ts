import { afterAll, expect, it } from 'vitest'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

it.each([
  ['  paramters: [ref]', ['unknown field "paramters"']],
  ['  parameters: [a b]', ['"parameters" is invalid']],
  [' maybe', ['"sources" is not one of the choices']],
])('a mistake in the setting sources is reported where it is:%s', async (value, messages) => {
  const lines = value.startsWith('  ') ? `sources:\n${value}\n` : `sources:${value}\n`
  const { problems } = await harbor.edit('site.yaml', /^relay:\n/m, `${lines}relay:\n`)
  expect(problems.map(({ message }) => message)).toEqual(messages.map((text) => expect.stringContaining(text)))
})
