import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildSite } from '../../cli/build/build.ts'
import { listPlannedPages } from '../../cli/build/pages.ts'
import type { Edition } from '../../cli/content/publication.ts'
import { compareBuilds } from '../../cli/diff/compare-builds.ts'
import { createRendererFactory } from '../../cli/diff/compare-contents.ts'
import { compareWithCommit } from '../../cli/diff/compare-with-commit.ts'
import { formatJson, formatMarkdown, formatPretty } from '../../cli/diff/formats.ts'
import { checkSaved } from '../../cli/engine/load.ts'
import type { Content } from '../../src/collections/content.ts'
import { createGit, diffEdits } from '../chaos/diff/compare-builds.ts'
import { needs } from '../needs.ts'
import { runSite } from '../run-site.ts'
import { copyHarborContent } from './break-content.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'diff-'))
const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')] as const
const site = path.join(folder, 'site')
const content = path.join(site, 'harbor')
const git = createGit(site)
const cacheFolder = path.join(folder, 'cache')
const today = '2026-11-23'
const diff = (ref = 'HEAD', edition: Partial<Edition> = {}) =>
  compareWithCommit(ref, content, { today, ...edition }, cacheFolder)
const at = (file: string) => path.join(content, file)
const edit = (file: string, old: string, text: string) => {
  const source = readFileSync(at(file), 'utf8')
  if (!source.includes(old)) throw new Error(`${file} has no ${old}`)
  writeFileSync(at(file), source.replace(old, text))
}

beforeAll(async () => {
  copyHarborContent(site)
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Open')
  const build = async (out: string) => {
    const { content: all } = await checkSaved(content, { edition: { today: '2026-11-23' } })
    if (all) await buildSite({ content: all, out, effort: 'none' })
  }
  await build(before)
  edit('pages/careers.yaml', 'Crew: open berths', 'Crew: all berths')
  edit('pages/privacy.md', 'Your data, in short', 'Your data, in a few words')
  edit('forms/contact.yaml', 'What should we call you?', 'What do we call you?')
  renameSync(at('jobs/listing-keeper.md'), at('jobs/keeper-of-lists.md'))
  await build(after)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Change')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('compareWithCommit, for a new entry that an existing page now refers to', needs('git'), () => {
  it('lists the entry as a cause of the change of that page', async () => {
    const source = readFileSync(at('testimonials/abel-rope.yaml'), 'utf8')
    writeFileSync(at('testimonials/new-friend.yaml'), source.replace('quote: ', 'quote: Again, '))
    edit('pages/home.yaml', '      - wren-candles', '      - new-friend\n      - wren-candles')
    const difference = await diff()
    git('checkout', '--quiet', '.')
    rmSync(at('testimonials/new-friend.yaml'))
    const home = difference.changedPages.find(({ page }) => page === '/')
    expect(home?.causes.map(({ file }) => file).sort()).toEqual([
      'harbor/pages/home.yaml',
      'harbor/testimonials/new-friend.yaml',
    ])
    expect(formatPretty(difference, content)).not.toContain('do not appear on any page')
  })
})

describe('compareBuilds', needs('git'), () => {
  it('lists added, removed and changed pages, the parts that changed, and the changed forms', async () => {
    const difference = await compareBuilds(before, after)
    const of = (page: string) => difference.changedPages.find((change) => change.page === page)
    expect(difference.pages.after).toBe(difference.pages.before)
    expect(of('/careers/keeper-of-lists')).toMatchObject({ change: 'added' })
    expect(of('/careers/listing-keeper')).toMatchObject({ change: 'removed' })
    expect(of('/careers')).toMatchObject({ change: 'changed', parts: ['title', 'markup'] })
    expect(of('/privacy')).toMatchObject({ change: 'changed', parts: ['text', 'metadata'] })
    expect(of('/blog')).toBeUndefined()
    const fields = { added: [], removed: [], changed: ['name'] }
    expect(difference.changedForms).toEqual([{ form: 'contact', change: 'changed', fields }])
  })

  it('returns a result that can be formatted as text, JSON and Markdown', async () => {
    const difference = await compareBuilds(before, after)
    expect(formatPretty(difference, content)).toMatch(/^~ \/privacy +text, metadata$/m)
    expect(formatPretty(difference, content)).toMatch(/^- \/careers\/listing-keeper +removed$/m)
    expect(formatPretty(difference, content)).toMatch(
      /^\d+ pages(?: and \d error pages)? changed, 1 page added, 1 page removed · \d+ pages in total$/m,
    )
    expect(formatPretty(difference, content)).toContain('Also deploy and restart the relay.')
    expect(formatMarkdown(difference)).toMatch(/^\| `\/privacy` \| text, metadata \| {2}\|$/m)
    expect(JSON.parse(formatJson(difference))).toEqual({ version: 1, ...difference })
    expect(formatPretty(await compareBuilds(after, after), content)).toMatch(
      /^No pages changed · \d+ pages in total\n$/,
    )
  })

  it('rejects the "site" folder inside a build, and suggests its parent', () => {
    const other = path.join(before, 'site')
    const { code, stderr } = runSite(['diff', other, '--out', after], { expectFailure: true })
    expect([code, stderr]).toEqual([2, `There is no site in ${other}/site. Pass the output folder: ${before}\n`])
  })
})

describe('compareWithCommit', needs('git'), () => {
  it('lists the same pages as compareBuilds, and the content changes that affected each page', async () => {
    const difference = await diff('HEAD~1')
    const builds = await compareBuilds(before, after)
    const names = ({ changedPages }: { changedPages: readonly { page: string; change: string }[] }) =>
      changedPages.map(({ page, change }) => `${change} ${page}`).sort()
    expect(names(difference)).toEqual(names(builds))
    expect(difference.pages).toEqual(builds.pages)
    expect(difference.changedForms).toEqual(builds.changedForms)
    const causes = (page: string) =>
      difference.changedPages
        .find((one) => one.page === page)
        ?.causes.map(({ file, change, field }) => [file, field?.join('.') ?? change].join(' '))
    expect(causes('/privacy')).toEqual(['harbor/pages/privacy.md heading'])
    expect(causes('/careers')).toEqual([
      'harbor/jobs/keeper-of-lists.md added',
      'harbor/jobs/listing-keeper.md removed',
      'harbor/pages/careers.yaml title',
    ])
    expect(causes('/contact')).toEqual([expect.stringMatching(/^harbor\/forms\/contact\.yaml .*fields\.0\./)])
    expect(runSite(['diff', '--content', content]).stdout).toMatch(/^No pages changed · \d+ pages in total\n$/)
    expect(formatPretty(difference, content)).toMatch(
      / {2}title {2}Crew: open berths in Portland and remote → Crew: all berths in Portland and remote\n/,
    )
    expect(formatPretty(difference, content)).toMatch(/^- \/careers\/listing-keeper +removed, without a redirect$/m)
    expect(formatMarkdown(difference)).toContain(
      '| `/privacy` | text, metadata | `harbor/pages/privacy.md heading` `Your data, in short → Your data, in a few words` |',
    )
    expect(JSON.parse(formatJson(difference)).changedPages).toContainEqual({
      ...{ page: '/privacy', change: 'changed', parts: ['text', 'metadata'] },
      causes: [{ file: 'harbor/pages/privacy.md', field: 'heading' }],
    })
  })

  it('attributes page changes to edited facts, drafts, images and redirects, even if not yet committed', async () => {
    edit('facts.yaml', 'audit-time: 5 days', 'audit-time: 6 days')
    edit('blog/ceilings-for-ads.md', '---\n', '---\ndraft: true\n')
    writeFileSync(at('redirects.yaml'), '/careers/listing-keeper: /careers/keeper-of-lists\n')
    edit('insights/price-of-an-empty-shelf.md', '\n---\n', '\n---\n\n![A shelf](../images/shelves.png)\n')
    const { changedPages, changedAddresses } = await diff()
    const causes = (page: string) =>
      changedPages
        .find((one) => one.page === page)
        ?.causes.map(({ file, field }) => [path.basename(file), ...(field ?? [])].join(' '))
    expect(causes('/blog/ceilings-for-ads')).toEqual(['ceilings-for-ads.md draft'])
    expect(causes('/blog')).toContain('ceilings-for-ads.md draft')
    expect(causes('/insights/price-of-an-empty-shelf')).toContain('price-of-an-empty-shelf.md body')
    expect(changedPages.some(({ causes: all }) => all.some(({ field }) => field?.[0] === 'audit-time'))).toBe(true)
    const moved = { address: '/careers/listing-keeper', before: undefined, after: '/careers/keeper-of-lists' }
    expect(changedAddresses).toEqual([moved])
    expect(formatPretty(await diff('HEAD~1'), content)).toMatch(
      /^- \/careers\/listing-keeper +removed, redirects to \/careers\/keeper-of-lists$/m,
    )
    expect(
      (await diff('HEAD', { drafts: true })).changedPages.some(({ page }) => page === '/blog/ceilings-for-ads'),
    ).toBe(false)

    git('add', '--all')
    git('commit', '--quiet', '--message', 'A picture')
    writeFileSync(
      at('images/shelves.png'),
      Buffer.concat([readFileSync(at('images/shelves.png')), Buffer.from('more')]),
    )
    expect((await diff()).changedPages).toEqual([
      {
        ...{
          page: '/insights/price-of-an-empty-shelf',
          change: 'changed',
          parts: expect.arrayContaining(['pictures']),
        },
        causes: [{ file: 'harbor/images/shelves.png', change: 'changed' }],
      },
    ])
    git('checkout', '--quiet', '.')
  })

  it('never lists a cause that would break the site on its own, such as removing a form in use', async () => {
    renameSync(at('forms/contact.yaml'), at('forms/message.yaml'))
    for (const file of ['site.yaml', 'pages/contact.yaml', 'pages/services.yaml'])
      if (readFileSync(at(file), 'utf8').includes('form: contact')) edit(file, 'form: contact', 'form: message')
    edit('facts.yaml', 'repeat-orders: 64%', 'repeat-orders: 65%')
    const { changedPages } = await diff()
    expect(changedPages.length).toBeGreaterThan(0)
    for (const { page, causes } of changedPages)
      expect([page, causes.map(({ field }) => field)]).toEqual([page, expect.arrayContaining([['repeat-orders']])])
    git('reset', '--quiet', '--hard')
    git('clean', '--quiet', '--force')
  })

  it('changes nothing except the cache', async () => {
    edit('facts.yaml', 'units-shipped: 1.4M', 'units-shipped: 1.5M')
    git('add', '--all')
    edit('facts.yaml', 'units-shipped: 1.5M', 'units-shipped: 1.6M')
    const state = () => [git('status', '--porcelain'), readFileSync(path.join(site, '.git', 'index'), 'hex')]
    const was = state()
    // Simulates a commit hook, which has its own git index.
    vi.stubEnv('GIT_INDEX_FILE', path.join(folder, 'no-index'))
    expect((await diff()).changes).toMatchObject([{ field: ['units-shipped'], before: '1.4M', after: '1.6M' }])
    vi.unstubAllEnvs()
    expect(state()).toEqual(was)
    git('reset', '--quiet', '--hard')
  })

  it('rejects an unusable commit or folder, and states the reason', async () => {
    const refusal = async (ref: string, from = content) =>
      await compareWithCommit(ref, from, { today }, cacheFolder).then(
        () => undefined,
        ({ exitCode, message }) => [exitCode, message],
      )
    expect(await refusal('mian')).toEqual([2, expect.stringMatching(/^"mian" is neither .* Did you mean main\?/)])
    cpSync(content, path.join(folder, 'alone'), { recursive: true })
    expect(await refusal('HEAD', path.join(folder, 'alone'))).toEqual([
      ...[3, expect.stringContaining('alone is not in a git repository. To compare two builds')],
    ])
    cpSync(content, path.join(site, 'new'), { recursive: true })
    expect(await refusal('main', path.join(site, 'new'))).toEqual([
      ...[2, expect.stringMatching(/^new did not exist at main/)],
    ])
    vi.stubEnv('PATH', folder)
    expect(await refusal('HEAD')).toEqual([3, expect.stringContaining('git is not installed')])
    vi.unstubAllEnvs()

    // The content is invalid first in the working tree, then in the commit.
    edit('facts.yaml', 'reply-time:', 'answer-time:')
    git('commit', '--quiet', '--all', '--message', 'Broken')
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await refusal('HEAD~1')).toEqual([1, expect.stringMatching(/^✗ \d+ errors/)])
    expect(stderr.mock.calls.join()).toContain('facts.yaml has no fact "reply-time"')
    stderr.mockRestore()
    edit('facts.yaml', 'answer-time:', 'reply-time:')
    expect(await refusal('HEAD')).toEqual([
      3,
      expect.stringMatching(/cannot be rendered: \d+ errors under the current rules/),
    ])
    git('commit', '--quiet', '--all', '--message', 'Fixed')

    createGit(folder)('clone', '--quiet', '--depth', '1', `file://${site}`, 'shallow')
    expect(await refusal('HEAD~1', path.join(folder, 'shallow', 'harbor'))).toEqual([
      ...[2, expect.stringContaining('git fetch --unshallow')],
    ])
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${site}`, 'harbor/images/more')
    git('commit', '--quiet', '--all', '--message', 'A submodule')
    expect(await refusal('HEAD')).toEqual([3, expect.stringContaining('harbor/images/more is a submodule')])
    git('reset', '--quiet', '--hard', 'HEAD~1')
    rmSync(at('images/more'), { recursive: true })
  })

  it('follows symbolic links to the content folder and to files in it', async () => {
    symlinkSync('price-of-an-empty-shelf.md', at('insights/copied.md'))
    git('add', '--all')
    git('commit', '--quiet', '--message', 'A link')
    rmSync(at('blog/photograph-with-a-hand.md'))
    symlinkSync(content, path.join(folder, 'linked'))
    const difference = await compareWithCommit('HEAD', path.join(folder, 'linked'), { today }, cacheFolder)
    const names = difference.changedPages.map(({ page }) => page)
    expect(names).toContain('/blog/photograph-with-a-hand')
    expect(names).not.toContain('/insights/copied')
  })

  // `npm run chaos diff` runs the same test with 200 edits.
  it('lists exactly the pages whose HTML changed after random edits', async () => {
    const home = path.join(folder, 'edited')
    const renderOf = createRendererFactory()
    const publish = async (all: Content) => {
      const render = renderOf(all)
      const pages = [...listPlannedPages(all)].map(async ([page, make]) => [page, await render(make())] as const)
      return new Map(await Promise.all(pages))
    }
    const run = await diffEdits({ home, content: copyHarborContent(home), seed: 16, times: 3, publish })
    expect([run.wrong, run.unexplained]).toEqual([[], 0])
  })
})
