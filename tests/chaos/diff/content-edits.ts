import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Numbers from 0 to 1. */
type Random = () => number
/** Changes one text of the content; undefined where there is nothing to change. */
type TextEdit = (text: string, random: Random) => string | undefined

const WORDS = 'anchor basket candle drawer engine feather garden hammer island jacket kettle lantern'.split(' ')
/** Around the day of the comparison, and far from it. */
const DAYS = ['2020-01-01', '2026-11-22', '2026-11-23', '2026-11-24', '2031-05-05']
const PICTURES = ['#111', '#777', '#eee'].map(
  (fill) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="${fill}" d="M0 0h40v20H0z"/></svg>`,
)

const pick = <T>(list: readonly T[], random: Random) => list[Math.floor(random() * list.length)] as T
const replaceOne = (text: string, pattern: RegExp, by: (found: string) => string, random: Random) => {
  const places = [...text.matchAll(pattern)]
  if (places.length === 0) return undefined
  const { 0: found, index } = pick(places, random)
  return text.slice(0, index) + by(found) + text.slice(index + found.length)
}
const word = (random: Random) => pick(WORDS, random)

/** What maintainers do to a text, well and badly. */
const textEdits: Record<string, TextEdit> = {
  'another word': (text, random) => replaceOne(text, /(?<= )[a-z]{4,}(?=[ .,\n])/g, () => word(random), random),
  'another capitalised word': (text, random) =>
    replaceOne(
      text,
      /(?<=: |\n)[A-Z][a-z]{3,}(?= )/g,
      () => word(random).replace(/^./, (letter) => letter.toUpperCase()),
      random,
    ),
  'another figure': (text, random) => replaceOne(text, /\b\d+\b/g, (digits) => String(Number(digits) + 1), random),
  'another day': (text, random) =>
    replaceOne(text, /(?<=^(?:published|updated|posted|closes): )\S+/gm, () => pick(DAYS, random), random),
  'a last day': (text, random) =>
    replaceOne(text, /^posted: .*\n/gm, (line) => `${line}closes: ${pick(DAYS, random)}\n`, random),
  'a draft': (text) =>
    /^draft:/m.test(text) ? text.replace(/^draft:.*\n/m, '') : text.replace(/^(?:---\n)?/, '$&draft: true\n'),
  'a comment': (text, random) =>
    replaceOne(text, /^[a-z]\w*: [^>|&'"[{]*$/gm, (line) => `${line} # ${word(random)}`, random),
  'a line less': (text, random) => replaceOne(text, /^ +- .*\n(?! )/gm, () => '', random),
  'two lines changed places': (text, random) =>
    replaceOne(text, /^( *- )\S.*\n\1\S.*\n/gm, (lines) => lines.replace(/(.*\n)(.*\n)/, '$2$1'), random),
  'a switch': (text, random) => replaceOne(text, /(?<=: )(?:true|false)$/gm, (said) => String(said !== 'true'), random),
  'another choice': (text, random) => {
    const [, key] = pick([...text.matchAll(/^ *(?:- )?(tone|look|cover|icon|kind|type|to): /gm), ['', 'x']], random)
    const values = [...text.matchAll(new RegExp(`(?<=^ *(?:- )?${key}: )\\S+$`, 'gm'))].map(([value]) => value)
    return replaceOne(text, new RegExp(`(?<=^ *(?:- )?${key}: )\\S+$`, 'gm'), () => pick(values, random), random)
  },
  'a paragraph': (text, random) =>
    /^---\n/.test(text) ? `${text}\nA ${word(random)} and **a ${word(random)}**, {reply-time}.\n` : undefined,
  'a heading': (text, random) => replaceOne(text, /^## .*$/gm, (line) => `${line} ${word(random)}`, random),
}

interface Place {
  /** The content folder. */
  folder: string
  random: Random
}
type FolderEdit = (place: Place) => void

/** What they do to the folder. */
const folderEdits: Record<string, FolderEdit> = {
  'a fact': ({ folder, random }) =>
    editFile(path.join(folder, 'facts.yaml'), textEdits['another figure'] as TextEdit, random),
  'a new entry': ({ folder, random }) => {
    const file = pick(listEntries(folder), random)
    const name = `${word(random)}-${Math.floor(random() * 1000)}`
    const text = readFileSync(path.join(folder, file), 'utf8')
      .replace(/^(title|metaTitle|heading): .*$/gm, `$1: The ${name} of a title`)
      .replace(/^((?:metaDescription|description): >-\n {2})\S+/m, `$1${name}`)
      .replace(/^path: .*$/m, `path: /${name}`)
    writeFileSync(path.join(folder, path.dirname(file), `${name}${path.extname(file)}`), text)
  },
  'an entry less': ({ folder, random }) => rmSync(path.join(folder, pick(listEntries(folder), random))),
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

/** Entries by their path from the content folder. */
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
 * Edits a content folder at random; what comes of it may be no valid content.
 * @returns what was done
 */
export function editContent(place: Place): string {
  const { folder, random } = place
  const others = Object.keys(folderEdits)
  // Half of them change the folder: there are fewer of those.
  const name = pick(random() < 0.4 ? others : Object.keys(textEdits), random)
  const file = pick([...listEntries(folder), 'site.yaml', 'site.yaml'], random)
  const edit = textEdits[name]
  if (edit) editFile(path.join(folder, file), edit, random)
  else folderEdits[name]?.(place)
  return edit ? `${name} in ${file}` : name
}

/** A picture that entries may show. */
export const firstPicture = PICTURES[0] as string
