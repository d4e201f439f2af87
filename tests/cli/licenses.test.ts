import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'

/** Licences under which anybody may publish what contains the package, if its text comes along. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  '0BSD',
]
/** Packages that name theirs in an old way; it is read in their LICENSE. */
const NAMED_ELSEWHERE: Record<string, string> = { busboy: 'MIT', streamsearch: 'MIT' }

interface Licensed {
  name: string
  license: string | undefined
  text: string
}

/** What THIRD-PARTY-LICENSES.txt says, by package. */
function readLicenses(file: string): Licensed[] {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^## (?=\S+ - \d)/m)
  return parts.map((part) => {
    const [, name = '', license] = /^(\S+) - \S+(?: \((.+)\))?\n/.exec(part) ?? []
    return { name, license, text: part.slice(part.indexOf('\n')).trim() }
  })
}

/** What is wrong with the licence of a package, and what to do. */
function listTroubles({ name, license = NAMED_ELSEWHERE[name], text }: Licensed): string[] {
  if (!license) return [`${name} names no licence: do without it, or write the one of its LICENSE in this test.`]
  if (!ALLOWED.includes(license))
    return [`${name} has the licence ${license}, which is not allowed here: do without it.`]
  const file = `cli/build/license-texts/${name.replace('/', '+')}.txt`
  return text ? [] : [`${name} does not bring the text of its licence along: put it into ${file}.`]
}

/** Packages that the sources in a folder import for more than their types. */
function listPackages(folder: string): string[] {
  const sources = readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(projectRoot, folder, file), 'utf8'))
  const names = sources.flatMap((text) =>
    [...text.matchAll(/^import (?!type\b).*\bfrom '((?:@[^/']+\/)?[^./'][^/']*)/gm)].map(([, name = '']) => name),
  )
  return [...new Set(names)].filter((name) => !name.startsWith('node:')).sort()
}

const out = () => inject('out')
const licensesOf = (part: 'relay' | 'site') => readLicenses(path.join(out(), part, 'THIRD-PARTY-LICENSES.txt'))
const names = (part: 'relay' | 'site') => licensesOf(part).map(({ name }) => name)

it('every package that is bundled has a licence that allows it, and brings its text along', () => {
  expect([...licensesOf('relay'), ...licensesOf('site')].flatMap(listTroubles)).toEqual([])
})

it('a licence that is missing, not allowed or without its text is told with what to do', () => {
  const troubles = (license?: string, text = '') => listTroubles({ name: '@scope/one', license, text }).join()
  expect(troubles()).toContain('@scope/one names no licence')
  expect(troubles('AGPL-3.0', 'text')).toContain('AGPL-3.0, which is not allowed')
  expect(troubles('MIT')).toContain('put it into cli/build/license-texts/@scope+one.txt')
  expect(troubles('MIT', 'text')).toBe('')
})

it('they are those of all that is bundled: what the relay imports and what that imports, what browsers get, the faces', () => {
  const packages = listPackages('relay').filter((name) => !name.startsWith('@northshelf/'))
  expect(packages.length).toBeGreaterThan(10)
  expect(names('relay')).toEqual(expect.arrayContaining([...packages, 'ipaddr.js', 'pg-types']))
  expect(names('site')).toEqual(expect.arrayContaining(['react', 'react-dom', 'react-router', 'vike']))
  const fonts = path.join(out(), 'site', 'assets', 'static')
  expect(readdirSync(fonts).filter((file) => file.endsWith('.woff2'))).toHaveLength(3)
  for (const folder of [path.join(out(), 'relay'), fonts])
    expect(readFileSync(path.join(folder, 'OFL.txt'), 'utf8')).toMatch(
      /Bricolage Grotesque.*Geist.*Hanken Grotesk.*SIL OPEN FONT LICENSE Version 1\.1/s,
    )
})
