import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { listCompileErrors } from '../../cli/build/compile-error.mjs'
import { locateInOwnCode } from '../../cli/diagnostics/own-code.ts'
import { projectRoot } from '../../cli/paths.ts'
import { listSourceProblems } from '../../cli/rules/own-code.ts'
import { createSectionView } from '../../src/sections/create-section-view.ts'

const own = (file: string) => path.join(projectRoot, file)
/** Creates an error with a stack. */
const thrownAt = (...frames: string[]) =>
  Object.assign(new Error('oops'), { stack: ['Error: oops', ...frames.map((frame) => `    at ${frame}`)].join('\n') })

describe('locateInOwnCode', () => {
  it('returns the first frame in own code, and skips frames of packages', () => {
    const inPackage = `Section (${own('node_modules/@northshelf/site/ui/section.tsx')}:3:1)`
    const error = thrownAt(inPackage, `view (${own('collections/bread.ts')}:24:3)`, `${own('sections/a/a.tsx')}:1:1`)
    expect(locateInOwnCode(error)).toEqual({ file: own('collections/bread.ts'), line: 24, column: 3 })
  })

  it('returns undefined if no frame is in own code', () => {
    expect(locateInOwnCode(thrownAt(`load (${own('cli/engine/load.ts')}:3:1)`, 'node:internal:1:1'))).toBeUndefined()
    expect(locateInOwnCode('no error')).toBeUndefined()
  })

  it('finds the source of compiled code through its source map', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'own-code-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const compiled = path.join(folder, 'chunk.js')
    const source = path.relative(folder, own('sections/a/a.tsx'))
    // Column 1 of line 1 was column 5 of line 3 in the source.
    const map = { version: 3, sources: [source], names: [], mappings: 'AAEI' }
    writeFileSync(`${compiled}.map`, JSON.stringify(map))
    const error = thrownAt(`render (file://${compiled}:1:1)`)
    expect(locateInOwnCode(error)).toEqual({ file: own('sections/a/a.tsx'), line: 3, column: 5 })
    expect(listSourceProblems(error)).toMatchObject([
      { rule: 'source/run', file: 'sections/a/a.tsx', line: 3, column: 5, message: 'oops' },
    ])
  })
})

describe('listCompileErrors', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'own-code-'))
  const file = path.join(folder, 'schema.ts')
  writeFileSync(file, "import { z } from 'zod'\nimport { line } from 'no-such-package'\n")
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const describeError = (error: object) => listCompileErrors({ errors: [error] }, folder)[0]

  it.each([
    [
      'a syntax error, located in its excerpt',
      { message: '\u001b[31m[builtin:vite-transform] \u001b[0mExpected a closing tag.\n ╭─[ schema.ts:16:9 ]\n' },
      { file, line: 16, column: 9, message: 'Expected a closing tag.' },
    ],
    [
      'an error in a stylesheet',
      { message: `[postcss] postcss-import: ${file}:11:3: Unexpected }`, loc: { file, line: 11, column: 2 } },
      { file, line: 11, column: 3, message: 'Unexpected }' },
    ],
    [
      'an import that cannot be resolved, at the import',
      { message: `[vite]: Rolldown failed to resolve import "no-such-package" from "${file}".\nMore` },
      { file, line: 2, column: 23, message: 'Cannot import "no-such-package": there is no such file or package' },
    ],
    [
      'a module of Node in a live section',
      { message: `Failed to resolve import "zod" from "${file}": browsers have no modules of Node` },
      { file, line: 1, column: 20, message: 'Cannot import "zod": browsers have no modules of Node' },
    ],
    [
      'a file that cannot be read',
      { message: "[UNRESOLVED_IMPORT] Could not resolve '/p/collections/a.ts' in site/collections/own.ts" },
      { file: '/p/collections/a.ts', line: 1, column: 1, message: 'This file cannot be read' },
    ],
  ])('describes %s', (_, error, expected) => {
    expect(describeError(error)).toMatchObject(expected)
  })
})

describe('createSectionView', () => {
  it('fills in defaults, and reports wrong fields by section and name', () => {
    const content = {} as Parameters<typeof createSectionView>[1]
    expect(createSectionView({ type: 'hero', heading: 'Rye' }, content)).toMatchObject({ chips: [], actions: [] })
    const wrong = { type: 'hero', heading: 3 } as unknown as { type: 'hero'; heading: string }
    expect(() => createSectionView(wrong, content)).toThrow(/^section hero: .*heading/)
  })
})
