import path from 'node:path'
import { figureName } from '../../src/drawings/figure-slot.ts'
import { listMarked } from '../../src/schema/references.ts'
import { imageName } from '../content/images.ts'
import { nearest, surelyMeant } from '../content/nearest.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import type { Range } from '../content/source.ts'
import { oncePer } from './once-per.ts'

/** Every picture must be a file of `content/images`, and say what it shows. */
export function images({ files, images: there }: ParsedFolder): Problem[] {
  return files.flatMap((file) => [...named(file, there), ...inText(file, there)])
}

const imagesOf = oncePer(({ schema, data }: ParsedFile) => listMarked(schema, data, 'image'))

/** Pictures that a field names. */
function named(parsed: ParsedFile, there: ReadonlySet<string>): Problem[] {
  const { source, file } = parsed
  if (!source) return []
  return imagesOf(parsed)
    .filter(({ value }) => value !== '' && !there.has(value))
    .map(({ value, path: where }) => missing(file, source.text, value, source.rangeOfWord(where, value), there))
}

/** Pictures of the markdown. */
function inText({ file, text, body }: ParsedFile, there: ReadonlySet<string>): Problem[] {
  return (body?.found.links ?? []).flatMap((link): Problem[] => {
    if (link.kind !== 'image' || !body || figureName(link.address) !== undefined) return []
    const range = body.range(link)
    const name = imageName(link.address)
    const problems: Problem[] = []
    if (name === undefined) problems.push(elsewhere(file, text, link.address, range, there))
    else if (!there.has(name)) problems.push(missing(file, text, name, fileRange(range, link.address, name), there))
    if (!link.alt?.trim()) {
      problems.push({
        ...{ rule: 'image/alt', severity: 'error', file, ...createPlaces(text)(...range) },
        message: 'the picture does not say what it shows',
        help: 'Write it between the square brackets: ![What it shows](…).',
      })
    }
    return problems
  })
}

/** The file name at the end of an address, so that only it is replaced. */
function fileRange([start, end]: Range, address: string, name: string): Range {
  return end - start === address.length ? [end - name.length, end] : [start, end]
}

function missing(file: string, text: string, name: string, [start, end]: Range, there: ReadonlySet<string>): Problem {
  const folder = `${file.slice(0, file.indexOf('/'))}/images`
  const meant = nearest(name, there)
  const sure = end - start === name.length ? surelyMeant(name, there) : undefined
  return {
    rule: 'image/missing',
    severity: 'error',
    file,
    ...createPlaces(text)(start, end),
    message: `there is no picture "${name}"`,
    expected: `the file ${folder}/${name}`,
    help: meant ? `Did you mean ${meant}?` : 'Add that file, or remove the picture.',
    fix: sure ? { edits: [{ start, end, text: sure }] } : undefined,
  }
}

function elsewhere(
  file: string,
  text: string,
  address: string,
  [start, end]: Range,
  there: ReadonlySet<string>,
): Problem {
  const outside = /^(?:https?:)?\/\//.test(address)
  const name = path.posix.basename(address)
  const known = !outside && there.has(name)
  return {
    rule: outside ? 'image/external' : 'image/missing',
    severity: 'error',
    file,
    ...createPlaces(text)(start, end),
    message: outside ? 'a picture of another site is not shown' : `"${address}" is no picture of this content`,
    help: known
      ? `Write ../images/${name}.`
      : `Put the file into ${file.slice(0, file.indexOf('/'))}/images and write ../images/${name || 'name.jpg'}.`,
    fix: known ? { edits: [{ start, end, text: `../images/${name}` }] } : undefined,
  }
}
