import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadContent } from '../../cli/engine/load.ts'
import { projectRoot } from '../../cli/paths.ts'
import { type Clause, clausesSchema, findViolations } from '../../scripts/check-site/find-violations.ts'
import type { Content } from '../../src/collections/content.ts'

const harbor = path.join(projectRoot, 'tests', 'sites', 'harbor')
const HTML =
  '<body><main><h1>Ships &amp; shelves</h1><p>An <em>honest</em> pier</p><blockquote>Good</blockquote><a href="/visit">Visit</a></main></body>'

let content: Content
beforeAll(async () => {
  const loaded = await loadContent(harbor)
  content = loaded.content ?? expect.fail('harbor has errors')
})

/** Returns the violations of one clause, without the advice. */
function check(clause: object, html = HTML) {
  const clauses = clausesSchema.parse([{ clause: 'Section 1, Piers', ...clause }]) as Clause[]
  const found = findViolations(clauses, { content, pages: ['/contact'], html: () => html })
  return found.map(({ file, message, expected, found }) => ({ file, message, expected, found }))
}

it('the clauses of the shipped site can be read', () => {
  const file = path.join(projectRoot, 'scripts', 'check-site', 'specification.yaml')
  expect(clausesSchema.parse(parse(readFileSync(file, 'utf8'))).length).toBeGreaterThan(70)
})

it('findViolations accepts values that match, names in any order, and keys that the clause does not mention', () => {
  const values = {
    formType: 'contact',
    required: ['message', 'email', 'name'],
    'fields.name': { kind: 'text', required: true },
    submit: {},
  }
  expect(check({ file: 'forms/contact.yaml', values })).toEqual([])
})

it('findViolations reports the clause, the file, and the expected and found values', () => {
  expect(check({ file: 'facts.yaml', values: { 'reply-time': '9 days' } })).toEqual([
    {
      file: 'facts.yaml',
      message: 'Section 1, Piers: "reply-time" differs',
      expected: '"9 days"',
      found: JSON.stringify(content.facts['reply-time']),
    },
  ])
  expect(check({ file: 'forms/contact.yaml', values: { required: ['name'] } })).toHaveLength(1)
  expect(check({ file: 'forms/contact.yaml', values: { 'fields.nobody.kind': 'text' } })).toMatchObject([
    { found: 'nothing' },
  ])
  expect(check({ file: 'jobs/harbor-master.md', values: { title: 'Harbor Master' } })).toMatchObject([
    { file: 'jobs/harbor-master.md', message: expect.stringContaining('does not exist') },
  ])
})

it('findViolations accepts a page that contains the texts in order, the links and the testimonials', () => {
  const texts = ['ships & shelves', 'An honest pier', 'Visit']
  expect(check({ page: '/contact', texts, links: ['/visit'], testimonials: 1 })).toEqual([])
})

it('findViolations reports texts that are missing or out of order, links, testimonials and pages', () => {
  const file = 'pages/contact.yaml'
  expect(check({ page: '/contact', texts: ['An honest pier', 'Ships', 'Visit'] })).toMatchObject([
    { file, message: 'Section 1, Piers: /contact: the text "Ships" is missing after "An honest pier"' },
  ])
  expect(check({ page: '/contact', links: ['/berths'], testimonials: 3 })).toMatchObject([
    { file, message: 'Section 1, Piers: /contact: there is no link to /berths' },
    { file, expected: '3', found: '1' },
  ])
  expect(check({ page: '/pricing' })).toMatchObject([{ message: 'Section 1, Piers: the page /pricing does not exist' }])
})
