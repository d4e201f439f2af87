import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hash, openCache } from '../../cli/cache.mjs'
import { projectRoot } from '../../cli/paths.ts'

const home = mkdtempSync(path.join(tmpdir(), 'cache-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const cache = openCache(home)

const make = (text: string) => async (partial: string) => {
  mkdirSync(partial)
  writeFileSync(path.join(partial, 'file'), text)
}

describe('the cache', () => {
  it('returns a stored value, or undefined if the value is truncated', () => {
    const key = hash('a text')
    expect(cache.findJson('texts', key)).toBeUndefined()
    cache.store('texts', key, '{"html":"<p>"}')
    expect(cache.findJson('texts', key)).toEqual({ html: '<p>' })
    cache.store('texts', key, '{"html":')
    expect(cache.findJson('texts', key)).toBeUndefined()
  })

  it('creates each folder only once, and removes it if writing its files fails', async () => {
    const folder = await cache.folder('bundles', 'one', make('first'))
    expect(await cache.folder('bundles', 'one', make('second'))).toBe(folder)
    const failing = async (partial: string) => {
      await make('half')(partial)
      throw new Error('no')
    }
    await expect(cache.folder('bundles', 'two', failing)).rejects.toThrow('no')
    expect(readdirSync(path.join(home, 'bundles'))).toEqual(['one'])
  })

  it('creates a folder only once if two calls ask for it at the same time', async () => {
    const texts: string[] = []
    const request = (text: string) =>
      cache.folder('calls', 'one', async (partial) => {
        texts.push(text)
        await make(text)(partial)
      })
    const [first, second] = await Promise.all([request('first'), request('second')])
    expect(second).toBe(first)
    expect(texts).toEqual(['first'])
  })

  it('uses the folder that a concurrent process created first', async () => {
    const slower = cache.folder('races', 'one', async (partial) => {
      await make('slower')(partial)
      await make('faster')(path.join(home, 'races', 'one'))
    })
    expect(await slower).toBe(path.join(home, 'races', 'one'))
    expect(readdirSync(path.join(home, 'races'))).toEqual(['one'])
  })

  it('deletes old entries, but keeps the newest ones and those that are still being written', async () => {
    for (const [day, name] of ['old', 'older-than-new', 'new'].entries()) {
      const folder = await cache.folder('versions', name, make(name))
      utimesSync(folder, day, day)
    }
    mkdirSync(path.join(home, 'versions', 'half.1'))
    mkdirSync(path.join(home, 'versions', 'killed.2'))
    utimesSync(path.join(home, 'versions', 'killed.2'), 0, 0)
    await cache.folder('versions', 'newest', make('newest'))
    expect(readdirSync(path.join(home, 'versions')).sort()).toEqual(['half.1', 'new', 'newest', 'older-than-new'])
    for (let entry = 0; entry < 250; entry += 1) cache.store('many', `ab${entry}`, '')
    expect(readdirSync(path.join(home, 'many', 'ab'))).toHaveLength(200)
  })
})

describe('a new folder of the cache', () => {
  it('is kept even if all others were used while the clock was ahead', async () => {
    const later = Date.now() / 1000 + 86_400
    for (const name of ['one', 'two', 'three']) utimesSync(await cache.folder('ahead', name, make(name)), later, later)
    const folder = await cache.folder('ahead', 'now', make('now'))
    expect(readFileSync(path.join(folder, 'file'), 'utf8')).toBe('now')
    expect(readdirSync(path.join(home, 'ahead'))).toHaveLength(3)
  })
})

describe('the code hash of the compiled tool', () => {
  it('changes only if the compiled files or the files that they read change', async () => {
    const root = path.join(home, 'project')
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    }
    write('package-lock.json', '{}')
    for (const name of ['site', 'relay']) write(`node_modules/@northshelf/${name}/package.json`, '{}')
    for (const folder of ['cli', 'out'])
      for (const file of ['cache.mjs', 'packages.mjs'])
        write(`${folder}/${file}`, readFileSync(path.join(projectRoot, 'cli', file), 'utf8'))
    const { writeCodeHash } = await import(path.join(root, 'cli', 'cache.mjs'))
    const compile = async (code: string, styles: string, component: string): Promise<string> => {
      write('node_modules/@northshelf/site/tokens.css', styles)
      write('node_modules/@northshelf/site/page.tsx', component)
      rmSync(path.join(root, 'out', 'code-hash'), { force: true })
      write('out/main.js', code)
      writeCodeHash(path.join(root, 'out'))
      return (await import(`${path.join(root, 'out', 'cache.mjs')}?${code}${styles}${component}`)).hashCode()
    }
    const first = await compile('start', 'red', 'page')
    expect(await compile('start', 'red', 'changed-page')).toBe(first)
    expect(await compile('stop', 'red', 'page')).not.toBe(first)
    expect(await compile('start', 'blue', 'page')).not.toBe(first)
  })
})
