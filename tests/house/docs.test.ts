import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formDocs, formDocsFile } from '../../scripts/form-docs.ts'

it('the reference of the forms is what the contracts say (npm run docs makes it anew)', () => {
  expect(readFileSync(formDocsFile, 'utf8')).toBe(formDocs())
})
