import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { createScriptWords, filesInside, listStringWords } from '../../cli/build/bundle.mjs'
import { projectRoot } from '../../cli/paths.ts'

const transform = filesInside.transform as unknown as (code: string, id: string) => Promise<string | undefined>
const id = path.join(projectRoot, 'src', 'theme', 'tokens.ts')
const tokens = JSON.stringify(readFileSync(path.join(projectRoot, 'src', 'theme', 'tokens.css'), 'utf8'))

describe('a file that source code reads by a relative path', () => {
  it.each([
    `const a: string = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')`,
    `const a: string = readFileSync(\n  path.join(\n    import.meta.dirname, // here\n    "tokens.css",\n  ),\n  "utf8",\n)`,
    `const a: string = readFileSync(join(import.meta.dirname, '..', 'theme', 'tokens.css'), 'utf8')`,
  ])('is embedded in the bundle regardless of how the code that reads it is formatted: %s', async (code) => {
    expect(await transform(code, id)).toBe(`const a: string = ${tokens}`)
  })

  it('fails the compilation if it cannot be embedded', async () => {
    const code = `readFileSync(path.join(import.meta.dirname, name), 'utf8')`
    await expect(transform(code, id)).rejects.toThrow(`tokens.ts: cannot embed ${code}`)
  })
})

describe('listStringWords', () => {
  it('returns the words in string literals and in the constant parts of template literals', () => {
    const code = `a('btn btn-tag', \`prose \${b} wide\`, "it's 50%", 7); const c = { 'jd-top': /none/ }`
    expect(listStringWords(parseAst(code))).toEqual(['btn', 'btn-tag', 'prose', 'wide', 'jd-top'])
  })
})

describe('createScriptWords', () => {
  it('lists the words that only a field type uses by field type, and all others by chunk', async () => {
    const field = (name: string) => `/forms/kinds/${name}/field.tsx`
    const modules: Record<string, { imports: string[]; code: string }> = {
      entry: { imports: ['form'], code: `'entry'` },
      form: { imports: [field('radio'), field('text'), 'label'], code: `'form'` },
      [field('radio')]: { imports: ['options', 'label'], code: `'radio'` },
      [field('text')]: { imports: ['label'], code: `'text'` },
      options: { imports: ['entry'], code: `'opts'` },
      label: { imports: [], code: `'lab'` },
    }
    const chunk = (fileName: string, ids: string[]) => ({
      type: 'chunk',
      fileName,
      isEntry: ids.includes('entry'),
      facadeModuleId: ids[0],
      moduleIds: ids,
      modules: Object.fromEntries(ids.map((id) => [id, modules[id]])),
    })
    const { plugin, words } = createScriptWords()
    const context = { getModuleInfo: (id: string) => ({ importedIds: modules[id]?.imports }) }
    await plugin.generateBundle.call(context, undefined, {
      'a.js': chunk('a.js', ['entry']),
      'b.js': chunk('b.js', Object.keys(modules).slice(1)),
    })
    expect(words).toEqual({
      chunks: { 'a.js': ['entry'], 'b.js': ['form', 'lab'] },
      fieldTypes: { radio: ['opts', 'radio'], text: ['text'] },
    })
  })
})
