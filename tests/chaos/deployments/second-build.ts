import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateContent } from '../../generate-content.ts'
import type { ProjectCopy } from '../../project-copy.ts'

/** Articles that the shipped content has not. */
const MORE = 2
/** How many it has. */
const SHIPPED = 6

/** An address of the changed content that the shipped one has not. */
export const ADDED = `/blog/field-note-${SHIPPED}`

/**
 * The shipped content with other pages, other data, other rules for the web server and another form, as a release
 * differs from the one before.
 */
export function changeContent(folder: string): string {
  generateContent(folder, SHIPPED + MORE)
  const site = path.join(folder, 'site.yaml')
  replace(site, /^tagline: .*$/m, '$& again\nhttps:\n  days: 30')
  replace(path.join(folder, 'forms', 'contact.yaml'), /^title: .*$/m, '$&, please')
  return folder
}

/** Other scripts and styles, in a copy of the project. */
export function changeComponents({ root }: ProjectCopy): void {
  replace(path.join(root, 'src', 'client', 'navigation-progress.ts'), 'SHOW_AFTER = 200', 'SHOW_AFTER = 201')
  replace(path.join(root, 'src', 'ui', 'notify.ts'), /$/, '\nglobalThis.name ||= ""\n')
  appendFileSync(path.join(root, 'src', 'theme', 'base.css'), '\n@layer base { body { --release: 2 } }\n')
}

function replace(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${file} has no ${from}`)
  writeFileSync(file, changed)
}
