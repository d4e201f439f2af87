import path from 'node:path'
import { expect, it } from 'vitest'
import { createFileFilter } from '../../cli/commands/check.ts'
import { agency } from '../agency.ts'

const folder = agency
const files = ['agency/pages/about.yaml', 'agency/pages/home.yaml', 'agency/facts.yaml']
const choose = (...paths: string[]) => files.filter(createFileFilter(paths, folder)).map((file) => path.basename(file))

it.each([
  [[], ['about.yaml', 'home.yaml', 'facts.yaml']],
  [['pages/about.yaml'], ['about.yaml']],
  [['tests/sites/agency/pages'], ['about.yaml', 'home.yaml']],
  [
    ['./pages/', 'facts.yaml'],
    ['about.yaml', 'home.yaml', 'facts.yaml'],
  ],
  [['tests/sites/agency'], ['about.yaml', 'home.yaml', 'facts.yaml']],
  [['.'], ['about.yaml', 'home.yaml', 'facts.yaml']],
  [[path.join(folder, '..')], ['about.yaml', 'home.yaml', 'facts.yaml']],
])('createFileFilter accepts paths relative to the working directory or the content folder: %j', (paths, expected) => {
  expect(choose(...paths)).toEqual(expected)
})

it.each([
  ['pages/about', 'Did you mean pages/about.yaml?'],
  ['agency\\pages\\abuot.yaml', 'Did you mean agency/pages/about.yaml?'],
  ['pages/*.yaml', 'To select all files in a folder, pass the folder.'],
  ['package.json', 'package.json is not in the content folder'],
  ['', 'There is no ""'],
])('createFileFilter rejects the path %j and suggests how to correct it', (file, why) => {
  expect(() => choose(file)).toThrow(why)
})
