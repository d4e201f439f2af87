import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../cli/paths.ts'
import type { Broken } from './broken.ts'

const harbor = path.join(projectRoot, 'tests', 'sites', 'harbor')

/** Copies a valid content folder, and adds one valid and one broken image. */
export function copyHarborContent(folder: string): string {
  const content = path.join(folder, 'harbor')
  cpSync(harbor, content, { recursive: true })
  mkdirSync(path.join(content, 'images'), { recursive: true })
  writeFileSync(path.join(content, 'images', 'shelves.png'), Buffer.from(PIXEL, 'base64'))
  writeFileSync(path.join(content, 'images', 'broken.jpg'), 'no picture')
  return content
}
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

/**
 * Takes a snapshot of a folder.
 * @returns a function that restores the folder without rewriting unchanged files, so that they stay cached
 */
export function snapshotFolder(folder: string): () => void {
  const snapshot = () =>
    new Map(
      readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        const type = entry.isDirectory() ? 'folder' : 'link'
        return [file, entry.isFile() ? readFileSync(file, 'latin1') : type] as const
      }),
    )
  const original = snapshot()
  return () => {
    const now = snapshot()
    for (const [file, is] of now) if (is !== original.get(file)) rmSync(file, { recursive: true, force: true })
    for (const [file, was] of original) {
      if (now.get(file) === was) continue
      if (was === 'folder') mkdirSync(file)
      else writeFileSync(file, was, 'latin1')
    }
  }
}

/** Writes a broken file. @returns the expected location of the problem, as `line:column` */
export function writeBrokenFile(content: string, { file, from, linkTo, old, text }: Broken): string {
  const target = path.join(content, file)
  mkdirSync(path.dirname(target), { recursive: true })
  if (linkTo) {
    symlinkSync(linkTo, target)
    return '1:1'
  }
  const base = from ? renamed(readFileSync(path.join(harbor, from), 'utf8'), file) : ''
  const found = old === undefined || (typeof old === 'string' ? base.includes(old) : old.test(base))
  if (from && !found) throw new Error(`${from} has no ${old}`)
  const marked = from ? (old ? base.replace(old, () => text) : text + base) : text
  writeFileSync(target, marked.replace(/[⟦⟧]/g, ''))
  if (!marked.includes('⟦')) return ''
  const before = marked.replace(/^\uFEFF/, '').split('⟦')[0] ?? ''
  return `${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`
}

/** Makes titles, descriptions and quotes in a copied file unique, as `site check` requires. Preserves line numbers. */
function renamed(text: string, file: string): string {
  if (file.startsWith('testimonials/')) return text.replace(/^quote: /m, `$&${file} `)
  if (!/^(?:services|solutions|jobs|blog|insights|pages)\//.test(file)) return text
  const name = file.replace(/\W+/g, '-')
  return text
    .replace(/^(title|metaTitle): .*$/gm, `$1: ${name} in other words`)
    .replace(/^((?:metaDescription|description): >-\n {2})\S+/m, `$1${name}`)
}

/** Returns the length of the marked text, or undefined if it is not on a single line. */
export function markedLength({ text }: Broken): number | undefined {
  const marked = /⟦([^\n⟧]*)⟧/.exec(text)?.[1]
  return marked ? marked.length : undefined
}
