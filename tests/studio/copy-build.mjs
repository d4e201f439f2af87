import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Replaces the command line tool in tests: its build is a copy of the content. Fails if a file `fail-build` is beside it. */
const { 3: out, 1: content } = Object.fromEntries(
  ['--content', '--out'].map((name, index) => [2 * index + 1, process.argv[process.argv.indexOf(name) + 1]]),
)
console.log('building')
if (existsSync(path.join(path.dirname(content), 'fail-build'))) {
  console.log('content/site.yaml:1 the page is broken')
  process.exit(1)
}
rmSync(path.join(out, 'site'), { recursive: true, force: true })
mkdirSync(out, { recursive: true })
cpSync(content, path.join(out, 'site'), { recursive: true })
