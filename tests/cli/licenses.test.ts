import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'

/** Licences under which a bundled package may be published if its licence text is included. */
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
/** Packages whose package.json states the licence in an old format. */
const OLD_FORMAT: Record<string, string> = { busboy: 'MIT', streamsearch: 'MIT' }

interface Licensed {
  name: string
  license: string | undefined
  text: string
}

/** Parses a THIRD-PARTY-LICENSES.txt file. */
function readLicenses(file: string): Licensed[] {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^## (?=\S+ - \d)/m)
  return parts.map((part) => {
    const [, name = '', license] = /^(\S+) - \S+(?: \((.+)\))?\n/.exec(part) ?? []
    return { name, license, text: part.slice(part.indexOf('\n')).trim() }
  })
}

/** Lists problems with a package's licence, and how to fix them. */
function listProblems({ name, license = OLD_FORMAT[name], text }: Licensed): string[] {
  if (!license) return [`${name} states no licence: remove it, or add the licence from its LICENSE file to this test.`]
  if (!ALLOWED.includes(license)) return [`${name} has the licence ${license}, which is not allowed: remove it.`]
  const file = `cli/build/license-texts/${name.replace('/', '+')}.txt`
  return text ? [] : [`${name} does not include its licence text: add it to ${file}.`]
}

/** Lists the packages that the source files in a folder import, except type-only imports. */
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

it('every bundled package has an allowed license, and the build includes the text of the license', () => {
  expect([...licensesOf('relay'), ...licensesOf('site')].flatMap(listProblems)).toEqual([])
})

it('a license that is missing, not allowed or without text is reported with a suggested fix', () => {
  const problems = (license?: string, text = '') => listProblems({ name: '@scope/one', license, text }).join()
  expect(problems()).toContain('@scope/one states no licence')
  expect(problems('AGPL-3.0', 'text')).toContain('AGPL-3.0, which is not allowed')
  expect(problems('MIT')).toContain('add it to cli/build/license-texts/@scope+one.txt')
  expect(problems('MIT', 'text')).toBe('')
})

it('the license files cover all fonts, and all packages in the relay and the client', () => {
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
