import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { templateFolder } from '../../paths.ts'

/** What becomes of the template. */
export interface Choices {
  /** Parts, forms and what else a line of the template may ask for. */
  has: ReadonlySet<string>
  /** What stands in the place of a word of the template. Those words stand between double quotes, as in JSON. */
  words: Readonly<Record<string, string>>
  services: readonly { slug: string; words: Readonly<Record<string, string>> }[]
}

/** The service in whose place those of the agency come: a file for each, and a line wherever one names it. */
const SERVICE = 'your-service'

/** Every file of a new content folder, by its path. Pure, but for reading the template. */
export function fillTemplate({ has, words, services }: Choices): Map<string, string> {
  const files = readdirSync(templateFolder, { recursive: true, encoding: 'utf8' }).filter((file) => path.extname(file))
  return new Map(
    files.sort().flatMap((file) => {
      const text = keepChosen(readFileSync(path.join(templateFolder, file), 'utf8'), has)
      if (text === undefined) return []
      const name = file.replaceAll(path.sep, '/')
      if (name.includes(SERVICE))
        return services.map((own) => [name.replace(SERVICE, own.slug), put(text, { ...words, ...own.words })] as const)
      const lines = text.split('\n').flatMap((line) => {
        return line.includes(SERVICE) ? services.map((own) => put(line, own.words)) : put(line, words)
      })
      return [[name, lines.join('\n')] as const]
    }),
  )
}

/**
 * The text without what was not chosen: `# only with jobs` says so of a file, `# if jobs or blog` of the lines as far
 * as `# end`; in markdown it is a comment of HTML. Undefined where nothing of the file is left.
 */
function keepChosen(text: string, has: ReadonlySet<string>): string | undefined {
  const [only, part = ''] = /^# only with (\w+)\n/m.exec(text) ?? []
  if (only && !has.has(part)) return undefined
  const open: boolean[] = []
  const kept = text
    .replace(only ?? '', '')
    .split('\n')
    .filter((line) => {
      const mark = /^ *(?:#|<!--) (if [a-z ]+?|end)(?: -->)?$/.exec(line)?.[1]
      if (mark === undefined) return open.every(Boolean)
      const names = mark.slice('if '.length).split(' or ')
      if (mark === 'end') open.pop()
      else open.push(names.some((name) => has.has(name)))
      return false
    })
  return kept.join('\n').replace(/\n{3,}/g, '\n\n')
}

/** In one go, so that no answer is taken for a word of the template. */
function put(text: string, words: Readonly<Record<string, string>>): string {
  const names = Object.keys(words).map((word) => word.replaceAll('.', '\\.'))
  return text.replace(new RegExp(names.join('|'), 'g'), (word) => words[word] ?? word)
}

/** A text as it stands between double quotes. Braces in it are meant as braces, and name no fact. */
export function inQuotes(text: string): string {
  return JSON.stringify(text.replace(/\{(?=[a-z][a-z0-9-]*\})/g, '\\{')).slice(1, -1)
}
