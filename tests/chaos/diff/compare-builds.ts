import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createParseCache } from '../../../cli/content/parse-cache.ts'
import { Failure } from '../../../cli/diagnostics/failure.ts'
import { compareWithCommit } from '../../../cli/diff/compare-with-commit.ts'
import { checkSaved } from '../../../cli/engine/load.ts'
import { readContentIndex } from '../../../cli/refactor/read-items.ts'
import { planRename, writeChanges } from '../../../cli/refactor/rename.ts'
import type { Content } from '../../../src/collections/content.ts'
import { createRandom } from '../../random.ts'
import { editContent, firstPicture, listEntries } from './content-edits.ts'

const NOW = '2026-11-23'
/** Maximum number of edits between comparisons. */
const MAX_EDITS = 3
/** Number of comparisons after which the current content is committed as the new base. */
const COMMIT_AFTER = 8

interface Options {
  /** Empty folder for a copy of the content, the cache and the builds. */
  home: string
  /** A valid content folder. */
  content: string
  seed: number
  times: number
  /** Builds all pages from scratch. Returns undefined if the build rejects the content. */
  publish(content: Content): Promise<Published | undefined>
}

/** HTML of each page by URL path. */
export type Published = ReadonlyMap<string, string>

export interface DiffRun {
  /** Edits after which `site diff` did not list exactly the pages whose HTML differs. */
  wrong: string[]
  /** Number of changed pages, and number of changed pages for which no cause was found. */
  pages: number
  unexplained: number
  /** Number of comparisons without changed pages. */
  same: number
  milliseconds: number[]
}

/** Edits content at random, and compares the output of `site diff` with the differences between two full builds. */
export async function diffEdits(options: Options): Promise<DiffRun> {
  const { home, content, seed, times } = options
  const [random, cacheFolder] = [createRandom(seed), path.join(home, 'cache')]
  const folder = path.join(home, 'site', 'content')
  cpSync(content, folder, { recursive: true })
  mkdirSync(path.join(folder, 'images'), { recursive: true })
  writeFileSync(path.join(folder, 'images', 'shelf.svg'), firstPicture)
  const git = createGit(path.dirname(folder))
  git('init', '--quiet')
  let before = await publishFolder(options, folder, cacheFolder)
  if (!before) throw new Error(`${content} cannot be published`)
  const run: DiffRun = { wrong: [], pages: 0, unexplained: 0, same: 0, milliseconds: [] }
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Content')
  }
  commit()
  for (let done = 0; done < times; ) {
    git('checkout', '--quiet', '.')
    git('clean', '--quiet', '--force', '-d')
    const edits: string[] = []
    for (let left = 1 + Math.floor(random() * MAX_EDITS); left > 0; left -= 1) {
      if (random() < 0.1) edits.push(await renameOne(folder, random, cacheFolder))
      else edits.push(editContent({ folder, random }))
    }
    const after = await publishFolder(options, folder, cacheFolder)
    if (!after) continue
    const start = performance.now()
    const { changedPages } = await compareWithCommit('HEAD', folder, { today: NOW }, cacheFolder)
    run.milliseconds.push(performance.now() - start)
    const listed = changedPages.map(({ page, change }) => `${change} ${page}`).sort()
    const expected = listDifferences(before, after)
    if (listed.join() !== expected.join()) run.wrong.push(`${edits.join(', ')}: ${listed} instead of ${expected}`)
    run.pages += expected.length
    run.unexplained += changedPages.filter(({ causes }) => causes.length === 0).length
    run.same += Number(expected.length === 0)
    done += 1
    if (done % COMMIT_AFTER > 0 || git('status', '--porcelain') === '') continue
    commit()
    before = after
  }
  return run
}

async function renameOne(folder: string, random: () => number, cacheFolder: string): Promise<string> {
  const index = await readContentIndex(folder, { cache: createParseCache(cacheFolder), edition: { today: NOW } })
  const entries = listEntries(folder)
  const file = entries[Math.floor(random() * entries.length)] ?? ''
  try {
    writeChanges(path.dirname(folder), planRename(index, file, `${path.parse(file).name}-x`).changes)
    return `a rename of ${file}`
  } catch (error) {
    // The edit has caused errors in the content, or the new name is already in use.
    if (!(error instanceof Failure)) throw error
    return 'no rename'
  }
}

/** Builds the pages of a content folder. Returns undefined if the content has errors. */
async function publishFolder({ publish }: Options, folder: string, cacheFolder: string) {
  const { content } = await checkSaved(folder, { cache: createParseCache(cacheFolder), edition: { today: NOW } })
  return content && (await publish(content))
}

function listDifferences(before: Published, after: Published): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((page) => before.get(page) !== after.get(page))
    .map((page) => `${!before.has(page) ? 'added' : !after.has(page) ? 'removed' : 'changed'} ${page}`)
    .sort()
}

/** Creates a function that runs git in a folder, independent of the user's configuration. */
export function createGit(folder: string) {
  mkdirSync(folder, { recursive: true })
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  const config = ['-c', 'user.name=Ada', '-c', 'user.email=ada@site.example', '-c', 'commit.gpgsign=false']
  return (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...config, ...args], { encoding: 'utf8', env })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
}
