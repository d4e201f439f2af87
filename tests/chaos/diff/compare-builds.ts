import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createParseCache } from '../../../cli/content/parse-cache.ts'
import { Failure } from '../../../cli/diagnostics/failure.ts'
import { compareWithCommit } from '../../../cli/diff/compare-with-commit.ts'
import { parseFolder } from '../../../cli/engine/load.ts'
import { writeChanges } from '../../../cli/refactor/apply-rename.ts'
import { readContentIndex } from '../../../cli/refactor/read-items.ts'
import { planRename } from '../../../cli/refactor/rename.ts'
import type { Content } from '../../../src/collections/content.ts'
import { createRandom } from '../../random.ts'
import { editContent, firstPicture, listEntries } from './content-edits.ts'

const NOW = '2026-11-23'
/** Edits that a comparison is made of, at most. */
const TOGETHER = 3
/** After so many comparisons what there is becomes the last commit. */
const COMMIT_AFTER = 8

interface Options {
  /** An empty folder. */
  home: string
  /** A valid content folder. */
  content: string
  seed: number
  times: number
  /** Publishes all pages, whatever was published before; undefined for content that is refused. */
  publish(content: Content): Promise<Published | undefined>
}

/** HTML by address. */
export type Published = ReadonlyMap<string, string>

export interface DiffRun {
  /** Edits after which the pages that were named are not those whose HTML is another. */
  wrong: string[]
  /** Changed pages in all, and those of which no cause is told. */
  pages: number
  unexplained: number
  /** Comparisons that found nothing. */
  same: number
  milliseconds: number[]
}

/** Edits content at random, and compares what `site diff` names with all pages of both. */
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
    git('commit', '--quiet', '--message', 'All is well')
  }
  commit()
  for (let done = 0; done < times; ) {
    git('checkout', '--quiet', '.')
    git('clean', '--quiet', '--force', '-d')
    const did: string[] = []
    for (let edits = 1 + Math.floor(random() * TOGETHER); edits > 0; edits -= 1) {
      if (random() < 0.1) did.push(await renameOne(folder, random, cacheFolder))
      else did.push(editContent({ folder, random }))
    }
    const after = await publishFolder(options, folder, cacheFolder)
    if (!after) continue
    const start = performance.now()
    const { changedPages } = await compareWithCommit('HEAD', folder, { today: NOW }, cacheFolder)
    run.milliseconds.push(performance.now() - start)
    const named = changedPages.map(({ page, change }) => `${change} ${page}`).sort()
    const expected = listDifferences(before, after)
    if (named.join() !== expected.join()) run.wrong.push(`${did.join(', ')}: ${named} instead of ${expected}`)
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
  const named = await readContentIndex(folder, { cache: createParseCache(cacheFolder), edition: { today: NOW } })
  const entries = listEntries(folder)
  const file = entries[Math.floor(random() * entries.length)] ?? ''
  try {
    writeChanges(path.dirname(folder), planRename(named, file, `${path.parse(file).name}-x`).changes)
    return `a rename of ${file}`
  } catch (error) {
    // Of content with errors, or to a name that is not free.
    if (!(error instanceof Failure)) throw error
    return 'no rename'
  }
}

/** What is published of a folder by pages; undefined for content with errors. */
async function publishFolder({ publish }: Options, folder: string, cacheFolder: string) {
  const { content } = await parseFolder(folder, { cache: createParseCache(cacheFolder), edition: { today: NOW } })
  return content && (await publish(content))
}

function listDifferences(before: Published, after: Published): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((page) => before.get(page) !== after.get(page))
    .map((page) => `${!before.has(page) ? 'added' : !after.has(page) ? 'removed' : 'changed'} ${page}`)
    .sort()
}

/** Runs git in a folder, as nobody in particular. */
export function createGit(folder: string) {
  mkdirSync(folder, { recursive: true })
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@site.example', '-c', 'commit.gpgsign=false']
  return (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...who, ...args], { encoding: 'utf8', env: own })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
}
