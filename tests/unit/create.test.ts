import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { cleanEnvironment } from '../run-site.ts'

it.each(['linux', 'win32'])('create-northshelf passes answers to site init without a shell, on %s', (platform) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'create a site-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (...names: string[]) => path.join(folder, ...names)
  cpSync(path.join(projectRoot, 'create'), at('create'), { recursive: true })
  writeFileSync(at('create', 'options.txt'), '')
  // Stands in for the installed tool, and writes its arguments to a file.
  const tool = at('site', 'node_modules', 'northshelf')
  const record = `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(at('calls'))}, JSON.stringify(process.argv.slice(2)) + '\\n')\n`
  // Stands in for the package manager, and for the shell that starts it on Windows.
  mkdirSync(at('bin'))
  writeFileSync(
    at('bin', 'manager'),
    `#!/bin/sh\nmkdir -p '${tool}' && cp '${at('bin', 'tool.mjs')}' '${tool}/bin.mjs'\n`,
    { mode: 0o755 },
  )
  writeFileSync(at('bin', 'tool.mjs'), record)
  writeFileSync(at('bin', 'platform.mjs'), `Object.defineProperty(process, 'platform', { value: '${platform}' })\n`)
  const answers = ['--name', 'Harbor & echo X "%PATH%" $(echo Y)', '--url', 'https://harbor.example']
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', at('bin', 'platform.mjs'), at('create', 'create.mjs'), at('site'), ...answers],
    {
      encoding: 'utf8',
      env: {
        ...cleanEnvironment(),
        npm_config_user_agent: 'manager/1',
        PATH: `${at('bin')}${path.delimiter}${process.env.PATH}`,
        comspec: at('bin', 'manager'),
      },
    },
  )
  expect([status, stderr]).toEqual([0, ''])
  const calls = readFileSync(at('calls'), 'utf8').trim().split('\n')
  expect(calls.map((call) => JSON.parse(call))).toEqual([
    ['init', 'content', '--quiet', ...answers],
    ['schema', '--quiet'],
  ])
})

it('create-northshelf changes nothing in the folder of a finished project', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'finished-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const manifest = '{ "dependencies": { "northshelf": "^0.1.0" } }'
  writeFileSync(path.join(folder, 'package.json'), manifest)
  mkdirSync(path.join(folder, 'content'))
  const create = [path.join(projectRoot, 'create', 'create.mjs'), folder]
  const env = { ...cleanEnvironment(), npm_config_user_agent: 'no-such-manager/1' }
  const { status, stderr } = spawnSync(process.execPath, create, { encoding: 'utf8', env })
  expect([status, stderr]).toEqual([2, `${folder} is not empty. Choose a new folder.\n`])
  expect(readdirSync(folder).sort()).toEqual(['content', 'package.json'])
  expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toBe(manifest)
})
