import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Returns a random number from 0 to 1. */
type Random = () => number
/** Changes the text of a file. Returns undefined if the text contains nothing to change. */
type TextEdit = (text: string, random: Random) => string | undefined

const WORDS = 'anchor basket candle drawer engine feather garden hammer island jacket kettle lantern'.split(' ')
/** Dates near the comparison date, and dates far from it. */
const DAYS = ['2020-01-01', '2026-11-22', '2026-11-23', '2026-11-24', '2031-05-05']
const PICTURES = ['#111', '#777', '#eee'].map(
  (fill) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="${fill}" d="M0 0h40v20H0z"/></svg>`,
)

const pick = <T>(list: readonly T[], random: Random) => list[Math.floor(random() * list.length)] as T
const replaceOne = (text: string, pattern: RegExp, by: (found: string) => string, random: Random) => {
  const matches = [...text.matchAll(pattern)]
  if (matches.length === 0) return undefined
  const { 0: found, index } = pick(matches, random)
  return text.slice(0, index) + by(found) + text.slice(index + found.length)
}
const word = (random: Random) => pick(WORDS, random)

/** Valid and invalid edits that maintainers may make to a file. */
const textEdits: Record<string, TextEdit> = {
  'a changed word': (text, random) => replaceOne(text, /(?<= )[a-z]{4,}(?=[ .,\n])/g, () => word(random), random),
  'a changed capitalized word': (text, random) =>
    replaceOne(
      text,
      /(?<=: |\n)[A-Z][a-z]{3,}(?= )/g,
      () => word(random).replace(/^./, (letter) => letter.toUpperCase()),
      random,
    ),
  'a changed number': (text, random) => replaceOne(text, /\b\d+\b/g, (digits) => String(Number(digits) + 1), random),
  'a changed day': (text, random) =>
    replaceOne(text, /(?<=^(?:published|updated|posted|closes): )\S+/gm, () => pick(DAYS, random), random),
  'an expiry day': (text, random) =>
    replaceOne(text, /^posted: .*\n/gm, (line) => `${line}closes: ${pick(DAYS, random)}\n`, random),
  'a draft toggled': (text) =>
    /^draft:/m.test(text) ? text.replace(/^draft:.*\n/m, '') : text.replace(/^(?:---\n)?/, '$&draft: true\n'),
  'a comment': (text, random) =>
    replaceOne(text, /^[a-z]\w*: [^>|&'"[{]*$/gm, (line) => `${line} # ${word(random)}`, random),
  'a line removed': (text, random) => replaceOne(text, /^ +- .*\n(?! )/gm, () => '', random),
  'two lines swapped': (text, random) =>
    replaceOne(text, /^( *- )\S.*\n\1\S.*\n/gm, (lines) => lines.replace(/(.*\n)(.*\n)/, '$2$1'), random),
  'a switch toggled': (text, random) =>
    replaceOne(text, /(?<=: )(?:true|false)$/gm, (value) => String(value !== 'true'), random),
  'a changed choice': (text, random) => {
    const [, key] = pick([...text.matchAll(/^ *(?:- )?(tone|look|cover|icon|kind|type|to): /gm), ['', 'x']], random)
    const values = [...text.matchAll(new RegExp(`(?<=^ *(?:- )?${key}: )\\S+$`, 'gm'))].map(([value]) => value)
    return replaceOne(text, new RegExp(`(?<=^ *(?:- )?${key}: )\\S+$`, 'gm'), () => pick(values, random), random)
  },
  'a paragraph': (text, random) =>
    /^---\n/.test(text) ? `${text}\nA ${word(random)} and **a ${word(random)}**, {reply-time}.\n` : undefined,
  'a heading': (text, random) => replaceOne(text, /^## .*$/gm, (line) => `${line} ${word(random)}`, random),
}

interface EditTarget {
  folder: string
  random: Random
}
type FolderEdit = (target: EditTarget) => void

/** Edits that maintainers may make in the content folder. */
const folderEdits: Record<string, FolderEdit> = {
  'a fact': ({ folder, random }) =>
    editFile(path.join(folder, 'facts.yaml'), textEdits['a changed number'] as TextEdit, random),
  'a new entry': ({ folder, random }) => {
    const file = pick(listEntries(folder), random)
    const name = `${word(random)}-${Math.floor(random() * 1000)}`
    const text = readFileSync(path.join(folder, file), 'utf8')
      .replace(/^(title|metaTitle|heading): .*$/gm, `$1: The ${name} of a title`)
      .replace(/^((?:metaDescription|description): >-\n {2})\S+/m, `$1${name}`)
      .replace(/^path: .*$/m, `path: /${name}`)
    writeFileSync(path.join(folder, path.dirname(file), `${name}${path.extname(file)}`), text)
  },
  'an entry removed': ({ folder, random }) => rmSync(path.join(folder, pick(listEntries(folder), random))),
  'a redirect': ({ folder, random }) => {
    const file = path.join(folder, 'redirects.yaml')
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    writeFileSync(file, `${text}/old/${word(random)}: /${pick(['about', 'services', 'careers#positions'], random)}\n`)
  },
  'a picture': ({ folder, random }) => writeFileSync(path.join(folder, 'images', 'shelf.svg'), pick(PICTURES, random)),
  'a shown picture': ({ folder, random }) => {
    const file = path.join(
      folder,
      pick(
        listEntries(folder).filter((name) => /^(?:blog|insights)/.test(name)),
        random,
      ),
    )
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n![A ${word(random)}](../images/shelf.svg)\n`)
  },
}

/** Lists the paths of all entries, relative to the content folder. */
export function listEntries(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /^[a-z]+\/[^/.]+\.(?:yaml|md)$/.test(file))
    .sort()
}

function editFile(file: string, edit: TextEdit, random: Random): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, edit(text, random) ?? text)
}

/**
 * Makes one random edit in a content folder. The result may be invalid.
 * @returns a description of the edit
 */
export function editContent(target: EditTarget): string {
  const { folder, random } = target
  const name = pick(Object.keys(random() < 0.4 ? folderEdits : textEdits), random)
  const file = pick([...listEntries(folder), 'site.yaml', 'site.yaml'], random)
  const edit = textEdits[name]
  if (edit) editFile(path.join(folder, file), edit, random)
  else folderEdits[name]?.(target)
  return edit ? `${name} in ${file}` : name
}

/** First version of a picture that entries can refer to. */
export const firstPicture = PICTURES[0] as string
