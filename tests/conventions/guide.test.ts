import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { renderOperatorsGuide } from '../../scripts/docs.ts'
import { needs } from '../needs.ts'

const guide = readFileSync(path.join(projectRoot, 'docs', 'operators.md'), 'utf8')

function commandsUnder(heading: string): string {
  const section = guide.slice(guide.indexOf(`\n### ${heading}\n`))
  const commands = /```sh\n(.*?)```/s.exec(section)?.[1]
  if (!commands) throw new Error(`The guide has no commands under "${heading}".`)
  return commands
}

/** Creates a folder with these files, and removes it after the test. */
function folderWith(...files: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), file)
  }
  return folder
}

it("the settings table in the operator's guide matches the relay's setting schemas", () => {
  expect(renderOperatorsGuide() === guide, 'run npm run docs').toBe(true)
})

it("the backup command in the operator's guide creates a file that only its owner can read", () => {
  const folder = folderWith(...['queue', 'spam', 'dead', 'corrupt', 'done'].map((state) => `spool/${state}/one`))
  const command = commandsUnder('Backup and restore').replace('/var/lib/relay/spool', path.join(folder, 'spool'))
  execFileSync('sh', ['-c', `umask 022\n${command}`], { cwd: folder })
  expect((statSync(path.join(folder, 'backup.tgz')).mode & 0o777).toString(8)).toBe('600')
})

it(
  "the README's commands for an update keep the site's content and take the rest from the release",
  needs('git'),
  () => {
    const readme = readFileSync(path.join(projectRoot, 'README.md'), 'utf8')
    const commands = /```sh\n(git merge .*?)npm run/s.exec(readme)?.[1] ?? 'false'
    const folder = folderWith()
    const script = `
    git init -q upstream && cd upstream && git config user.name a && git config user.email a@example.com
    mkdir content cli && echo old > content/kept && echo old > content/dropped && echo old > cli/code
    git add . && git commit -qm first && git clone -q . ../site
    echo new > content/kept && echo new > content/added && echo new > cli/code
    git add . && git commit -qm second && git tag v1.2.3
    cd ../site && git config user.name a && git config user.email a@example.com
    echo own > content/kept && git rm -q content/dropped && echo own > content/own
    git add . && git commit -qm own && git fetch -q --tags
    # The merge exits with 1, because the content conflicts.
    set +e
    ${commands}
    git status --short; git ls-files; cat content/kept cli/code`
    const output = execFileSync('sh', ['-ec', script], { cwd: folder, encoding: 'utf8' })
    expect(output.split('\n').slice(-6)).toEqual(['cli/code', 'content/kept', 'content/own', 'own', 'new', ''])
  },
)
