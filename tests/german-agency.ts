import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isSeq, parseDocument } from 'yaml'
import { writeTranslations } from '../cli/commands/translate.ts'
import { projectRoot } from '../cli/paths.ts'
import { agency } from './agency.ts'

/** Real translations of the most important files of the agency. */
const TRANSLATIONS = path.join(projectRoot, 'tests', 'sites', 'agency-german')

/** Facts, addresses of links, code, markup, email addresses and URLs, which a translation keeps. */
const KEPT = /(\{[^{}]*\}|\]\([^()]*\)|`[^`]*`|<[^<>]*>|\[[!^][^\]]*\]|[^\s@]{1,40}@[^\s@]{1,40}|https?:\/\/\S{1,200})/

/**
 * Returns a text that stands for a translation: as long as the source and with the same marks, but not equal. Keeps
 * headings of Markdown, because links lead to them.
 */
function pretendToTranslate(text: string): string {
  if (text.startsWith('#')) return text
  const umlauts: Record<string, string> = { a: 'ä', o: 'ö', u: 'ü' }
  const parts = text.split(KEPT)
  return parts
    .map((part, index) => (index % 2 ? part : part.replace(/[aou]/g, (letter) => umlauts[letter] ?? '')))
    .join('')
}

/**
 * Adds German to a copy of the agency, or of a folder with the same files: the real translations, those of equal texts
 * in other files, and pretended ones.
 */
export async function addGerman(folder: string): Promise<void> {
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, readFileSync(site, 'utf8').replace(/^language: .*$/m, '$&\nlanguages: [de]'))
  cpSync(TRANSLATIONS, folder, { recursive: true })
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^\w+\/[^.]+\.(?:yaml|md)$/.test(file))
    .map((file) => file.replace(/\.\w+$/, ''))
  for (const chosen of [[], names])
    for (const { file } of await writeTranslations(folder, 'de', chosen)) fillIn(path.join(path.dirname(folder), file))
}

/** Copies the agency to a folder and adds German. */
export async function copyGermanAgency(folder: string): Promise<void> {
  cpSync(agency, folder, { recursive: true })
  await addGerman(folder)
}

/** Fills in what a translation file lacks. */
function fillIn(file: string): void {
  const text = readFileSync(file, 'utf8')
  const [, head = text, body] = /^---\n(.*?)^---\n(.*)$/ms.exec(text) ?? []
  const document = parseDocument(head)
  const pairs = document.get('texts')
  for (const index of isSeq(pairs) ? pairs.items.keys() : []) {
    if (document.getIn(['texts', index, 'to']) === '')
      document.setIn(['texts', index, 'to'], pretendToTranslate(String(document.getIn(['texts', index, 'from']))))
  }
  const fields = document.toString({ lineWidth: 100 })
  const source = readFileSync(file.replace('.de.md', '.md'), 'utf8').split(/^---$/m).slice(2).join('---')
  const isOpen = body?.trim() === ''
  const markdown = isOpen ? source.split('\n').map(pretendToTranslate).join('\n') : body
  writeFileSync(file, body === undefined ? fields : `---\n${fields}---\n${markdown}`)
}
