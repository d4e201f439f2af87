import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

/** Parts of `docs` that only developers of this project need. */
const INTERNAL = ['architecture.md', 'decisions']

/**
 * Copies the guides into a package. Links to files that the package does not contain lead to the repository instead.
 * @param target new folder
 */
export function copyGuides(target) {
  const docs = path.join(root, 'docs')
  cpSync(docs, target, { recursive: true })
  for (const name of INTERNAL) rmSync(path.join(target, name), { recursive: true })
  const { homepage } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  for (const name of readdirSync(target, { recursive: true })) {
    if (!name.endsWith('.md')) continue
    const file = path.join(target, name)
    const source = path.join(docs, name)
    const text = readFileSync(file, 'utf8').replace(/(?<=\]\()(?![a-z]+:|#)([^)#\s]+)/g, (link) => {
      const linked = path.resolve(path.dirname(source), link)
      // Examples of content also contain links.
      if (!existsSync(linked) || existsSync(path.resolve(path.dirname(file), link))) return link
      return `${homepage}/blob/main/${path.relative(root, linked).replaceAll(path.sep, '/')}`
    })
    writeFileSync(file, text)
  }
}
