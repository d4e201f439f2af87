import path from 'node:path'
import { expect, it } from 'vitest'
import { createFileFilter } from '../../cli/commands/check.ts'
import { projectRoot } from '../../cli/paths.ts'

const folder = path.join(projectRoot, 'content')
const files = ['content/pages/about.yaml', 'content/pages/home.yaml', 'content/facts.yaml']
const choose = (...paths: string[]) => files.filter(createFileFilter(paths, folder)).map((file) => path.basename(file))

it.each([
  [[], ['about.yaml', 'home.yaml', 'facts.yaml']],
  [['pages/about.yaml'], ['about.yaml']],
  [['content/pages'], ['about.yaml', 'home.yaml']],
  [
    ['./pages/', 'facts.yaml'],
    ['about.yaml', 'home.yaml', 'facts.yaml'],
  ],
  [['content'], ['about.yaml', 'home.yaml', 'facts.yaml']],
  [['.'], ['about.yaml', 'home.yaml', 'facts.yaml']],
  [[path.join(folder, '..')], ['about.yaml', 'home.yaml', 'facts.yaml']],
])('createFileFilter accepts paths relative to the working directory or the content folder: %j', (paths, expected) => {
  expect(choose(...paths)).toEqual(expected)
})

it.each([
  ['pages/about', 'Did you mean pages/about.yaml?'],
  ['content\\pages\\abuot.yaml', 'Did you mean content/pages/about.yaml?'],
  ['pages/*.yaml', 'To select all files in a folder, pass the folder.'],
  ['package.json', 'package.json is not in the content folder'],
  ['', 'There is no ""'],
])('createFileFilter rejects the path %j and suggests how to correct it', (file, why) => {
  expect(() => choose(file)).toThrow(why)
})
