import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createParseCache } from '../../../cli/content/parse-cache.ts'
import { loadContent } from '../../../cli/engine/load.ts'
import { projectRoot } from '../../../cli/paths.ts'
import { snapshotFolder } from '../../cli/break-content.ts'
import { copySources } from '../../project-copy.ts'
import { createRandom } from '../../random.ts'
import { cleanEnvironment } from '../../run-site.ts'
import { editContent } from '../diff/content-edits.ts'
import { describeMachine } from '../machine.ts'
import { seedOption } from '../seed-option.ts'

/** An edit may change what the specification fixes, so this step of the gate for content may fail. */
const MAY_FAIL = 'Content: specification'

/**
 * Proves that the gate for code does not depend on `content/`: runs the tests that need no build in a copy of the
 * project without that folder. Then makes random valid edits, after which the gate for content must pass.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seed: seedOption, edits: { type: 'string', default: '100' }, tests: { type: 'string', default: 'yes' } },
  })
  process.stdout.write(`${describeMachine()}\nseed ${values.seed}, ${values.edits} edits\n`)
  // Inside the repository, because some tests need one.
  const root = path.join(projectRoot, 'tests', '.output', `content-${process.pid}`)
  const inCopy = (...command: string[]) =>
    spawnSync(process.execPath, command, { cwd: root, env: cleanEnvironment(), encoding: 'utf8' })
  try {
    const files = execFileSync('git', ['ls-files'], { cwd: projectRoot, encoding: 'utf8' }).trim().split('\n')
    copySources(
      root,
      files.filter((file) => !file.startsWith('content/') && existsSync(path.join(projectRoot, file))),
    )
    if (values.tests !== 'no') {
      const tests = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'relay']
      const { status, stderr } = inCopy(...tests)
      report('tests without content/', status === 0, stderr)
    }
    cpSync(path.join(projectRoot, 'content'), path.join(root, 'content'), { recursive: true })
    const edits = await makeEdits(path.join(root, 'content'), Number(values.edits), Number(values.seed))
    const { stdout, stderr } = inCopy('scripts/check-site.mjs', '--skip', 'lighthouse')
    const failed = [...stderr.matchAll(/^── (.*)\n(?:(?!──).*\n)*? {3}FAILED/gm)].map(([, step]) => step)
    const isSound = /^ {3}(?:passed|FAILED)/m.test(stderr) && failed.every((step) => step === MAY_FAIL)
    report(`gate for content after ${edits.length} edits`, isSound, [...edits, stdout, stderr].join('\n'))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Makes this many edits after which the content has no errors or warnings. @returns descriptions of the edits */
async function makeEdits(content: string, count: number, seed: number): Promise<string[]> {
  mkdirSync(path.join(content, 'images'), { recursive: true })
  const random = createRandom(seed)
  const cache = createParseCache(path.join(content, '..', '.parsed'))
  const made: string[] = []
  while (made.length < count) {
    const undo = snapshotFolder(content)
    const edit = editContent({ folder: content, random })
    const { problems } = await loadContent(content, { cache })
    if (problems.length === 0) made.push(edit)
    else undo()
  }
  return made
}

function report(name: string, passed: boolean, output: string): void {
  process.stdout.write(`${passed ? '✓' : '✗'} ${name}\n${passed ? '' : `${output}\n`}`)
  if (!passed) process.exitCode = 1
}
