import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hash, openCache, writeCodeHash } from '../../cli/cache.mjs'
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

describe('the code hash of the compiled tool', () => {
  it('changes only if the compiled files change', async () => {
    const compile = async (name: string, code: string): Promise<string> => {
      const folder = path.join(home, name)
      mkdirSync(folder)
      copyFileSync(path.join(projectRoot, 'cli', 'cache.mjs'), path.join(folder, 'cache.mjs'))
      writeFileSync(path.join(folder, 'main.js'), code)
      writeCodeHash(folder)
      return (await import(path.join(folder, 'cache.mjs'))).hashCode()
    }
    const first = await compile('first', 'start()')
    expect(await compile('same', 'start()')).toBe(first)
    expect(await compile('changed', 'stop()')).not.toBe(first)
  })
})
