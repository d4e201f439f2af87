import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'

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

it('what is bundled brings its licences along: the packages of the relay and of the browser, and the faces', () => {
  const out = inject('out')
  const read = (...file: string[]) => readFileSync(path.join(out, ...file), 'utf8')
  const relay = read('relay', 'THIRD-PARTY-LICENSES.txt')
  const packages = listPackages('relay')
  expect(packages.length).toBeGreaterThan(10)
  for (const name of packages) expect(relay).toContain(`\n## ${name} - `)
  // Not imported by us, but by what we import.
  expect(relay).toContain('\n## ipaddr.js - ')
  expect(read('site', 'THIRD-PARTY-LICENSES.txt')).toContain('\n## react-dom - ')
  const fonts = path.join('site', 'assets', 'static')
  expect(readdirSync(path.join(out, fonts)).filter((file) => file.endsWith('.woff2'))).toHaveLength(3)
  for (const text of [read('relay', 'OFL.txt'), read(fonts, 'OFL.txt')])
    expect(text).toMatch(/Bricolage Grotesque.*Geist.*Hanken Grotesk.*SIL OPEN FONT LICENSE Version 1\.1/s)
})
