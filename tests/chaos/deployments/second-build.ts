import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateContent } from '../../generate-content.ts'
import type { ProjectCopy } from '../../project-copy.ts'

/** Number of articles to add. */
const MORE = 2
/** Number of articles in the agency. */
const ARTICLES = 6

/** URL path of a page that exists only in the changed content. */
export const ADDED = `/blog/field-note-${ARTICLES}`

/**
 * Copies the agency and changes pages, data, web server rules and a form, as a typical release does.
 * @returns the folder
 */
export function changeContent(folder: string): string {
  generateContent(folder, ARTICLES + MORE)
  const site = path.join(folder, 'site.yaml')
  replace(site, /^tagline: .*$/m, '$& again\nhttps:\n  days: 30')
  replace(path.join(folder, 'forms', 'contact.yaml'), /^title: .*$/m, '$&, please')
  return folder
}

/** Changes scripts and styles in a copy of the project. */
export function changeComponents({ root }: ProjectCopy): void {
  replace(path.join(root, 'src', 'client', 'navigation-progress.ts'), 'SHOW_AFTER = 200', 'SHOW_AFTER = 201')
  replace(path.join(root, 'src', 'ui', 'notify.ts'), /$/, '\nglobalThis.name ||= ""\n')
  appendFileSync(path.join(root, 'src', 'theme', 'base.css'), '\n@layer base { body { --release: 2 } }\n')
}

function replace(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${file} does not contain ${from}`)
  writeFileSync(file, changed)
}
