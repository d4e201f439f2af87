import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { guideWithSettings } from '../../scripts/settings-docs.ts'

const guide = readFileSync(path.join(projectRoot, 'docs', 'operators.md'), 'utf8')
const hasRsync = spawnSync('rsync', ['--version']).status === 0

/** The commands under a heading of the operator's guide. */
function commandsUnder(heading: string): string {
  const under = guide.slice(guide.indexOf(`\n### ${heading}\n`))
  const commands = /```sh\n(.*?)```/s.exec(under)?.[1]
  if (!commands) throw new Error(`The guide has no commands under "${heading}".`)
  return commands
}

/** A folder that is gone after the test, with these files in it. */
function folderWith(...files: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), file)
  }
  return folder
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

it.skipIf(!hasRsync)(
  'publishing brings assets first, keeps those that open pages ask for, and removes pages that are gone',
  () => {
    const pages = ['.well-known/security.txt', '_headers', 'assets/new.js', 'index.html', 'index.html.br']
    const home = folderWith(...pages.map((file) => `dist/site/${file}`), 'dist/hosting/nginx.conf')
    const gone = [
      'careers/analyst.html',
      'careers/analyst.html.br',
      'data/careers/analyst.json',
      'share/careers/analyst.png',
    ]
    const server = folderWith(...[...gone, 'assets/old.js', 'index.html'].map((file) => `site/${file}`))
    const [assets = '', ...rest] = commandsUnder('Publish')
      .replaceAll('server:/var/www/northshelf', server)
      .trim()
      .split('\n')
    const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: home })
    run(assets)
    const before = [...gone, 'assets/new.js', 'assets/old.js', 'index.html'].sort()
    expect(filesIn(path.join(server, 'site'))).toEqual(before)
    for (const command of rest) run(command)
    expect(filesIn(path.join(server, 'site'))).toEqual([...pages, 'assets/old.js'].sort())
    expect(existsSync(path.join(server, 'hosting', 'nginx.conf'))).toBe(true)
  },
)

it('the table of settings is the one that the relay reads them by', () => {
  expect(guideWithSettings() === guide, 'run npm run docs').toBe(true)
})

it('a backup can be read by nobody else', () => {
  const folder = folderWith(...['queue', 'spam', 'dead', 'corrupt', 'done'].map((place) => `spool/${place}/one`))
  const command = commandsUnder('Backup and restore').replace('/var/lib/relay/spool', path.join(folder, 'spool'))
  execFileSync('sh', ['-c', `umask 022\n${command}`], { cwd: folder })
  expect((statSync(path.join(folder, 'backup.tgz')).mode & 0o777).toString(8)).toBe('600')
})
