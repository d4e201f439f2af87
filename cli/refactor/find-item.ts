import path from 'node:path'
import { exit, Failure } from '../diagnostics/failure.ts'
import { nearest } from '../diagnostics/nearest.ts'
import type { Thing } from './content-item.ts'

/**
 * What somebody means who says a name: `amazon-seo`, `services/amazon-seo`, `/services/amazon-seo`, a file, `{reply-time}`,
 * `shelves.jpg`.
 * @param folder the content folder, absolute
 * @throws Failure with exit code 2 when there is no such thing, or more than one
 */
export function findThing(said: string, things: readonly Thing[], folder: string): Thing {
  const found = listMeant(said, things, folder)
  const [first, ...others] = found
  if (first && others.length === 0) return first
  if (first) {
    const names = found.map(({ name, file }) => (found.filter((one) => one.name === name).length > 1 ? file : name))
    throw new Failure(`"${said}" may be ${inWords(names)}. Say which.`, exit.usage)
  }
  const meant = nearest(said, [...things.flatMap(wordsFor)])
  const help = meant ? `Did you mean ${meant}?` : 'site list says what there is.'
  throw new Failure(`Nothing has the name "${said}". ${help}`, exit.usage)
}

/** All that the name may be. */
export function listMeant(said: string, things: readonly Thing[], folder: string): Thing[] {
  const word = said.replace(/^\{(.*)\}$/, 'facts/$1')
  const address = word.replace(/(?<=.)\/?(?:[?#].*)?$/, '')
  const atAddress = things.filter((thing) => thing.address === address)
  if (atAddress.length > 0) return atAddress
  const files = [path.resolve(word), path.resolve(folder, word)]
  const isFile = ({ file }: Thing) => files.includes(path.resolve(path.dirname(folder), file))
  // A file of many things, such as facts.yaml, is none of them.
  const inFile = things.filter((thing) => ['entry', 'image', 'document'].includes(thing.kind) && isFile(thing))
  if (inFile.length > 0) return inFile
  const named = things.filter(
    ({ name, collection, reference }) => name === word || `${collection}/${reference}` === word,
  )
  return named.length > 0 ? named : things.filter((thing) => lastOf(thing) === word)
}

function wordsFor(thing: Thing): string[] {
  return [thing.name, lastOf(thing), ...(thing.address === undefined ? [] : [thing.address])]
}

function lastOf({ name }: Thing): string {
  return name.slice(name.indexOf('/') + 1)
}

function inWords(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
