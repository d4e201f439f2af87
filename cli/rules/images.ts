import path from 'node:path'
import { figureName } from '@northshelf/site/drawings/figure-slot.ts'
import { imageName } from '../content/images.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { listMarked } from '../content/schema/marked-fields.ts'
import type { Range } from '../diagnostics/location.ts'
import { didYouMean, findSafeCorrection } from '../diagnostics/nearest.ts'
import { type Problem, problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Checks that pictures exist in `content/images` and have alternative texts. */
export const imageRules = defineRules({
  'image/missing': {
    means: 'A picture is not in the images folder of the content.',
    matters: 'Visitors see an empty frame.',
    bad: '![Two shelves](../images/shelfs.jpg)',
    good: '![Two shelves](../images/shelves.jpg)',
    fix: 'Put the file into content/images. Its size, format and address are made by the build.',
  },
  'image/alt': {
    means: 'A picture does not say in words what it shows.',
    matters: 'People who do not see it, and search engines, get nothing in its place.',
    bad: '![](../images/shelves.jpg)',
    good: '![The same shelf before and after restocking](../images/shelves.jpg)',
    fix: 'Write between the square brackets what somebody would miss who does not see it.',
  },
  'image/external': {
    means: 'A picture is taken from another site.',
    matters: 'Browsers do not show it here, and the other site would learn who reads the page.',
    bad: '![Shelves](https://example.com/shelves.jpg)',
    good: '![Shelves](../images/shelves.jpg)',
    fix: 'Put the file into content/images, if you may use it.',
  },
}).inFolder(({ files, images: there }) => files.flatMap((file) => [...inFields(file, there), ...inText(file, there)]))

function inFields(file: ParsedFile, there: ReadonlySet<string>): Problem[] {
  return listMarked(file.schema, file.data, 'image')
    .filter(({ value }) => value !== '' && !there.has(value))
    .map(({ value, path }) => missing(file, file.source?.rangeOfWord(path, value) ?? [0, 1], value, there))
}

function inText(file: ParsedFile, there: ReadonlySet<string>): Problem[] {
  const { body } = file
  return (body?.found.links ?? []).flatMap((link) => {
    const { kind, address, alt } = link
    if (kind !== 'image' || !body || figureName(address) !== undefined) return []
    const range = body.range(link)
    const name = imageName(address)
    const problems: Problem[] = []
    if (name === undefined) problems.push(elsewhere(file, range, address, there))
    else if (!there.has(name)) {
      // Only the name at the end of the address is replaced.
      const asWritten = range[1] - range[0] === address.length
      problems.push(missing(file, [asWritten ? range[1] - name.length : range[0], range[1]], name, there))
    }
    if (!alt?.trim()) {
      const message = 'the picture does not say what it shows'
      const help = 'Write it between the square brackets: ![What it shows](…).'
      problems.push(problemAt(file, range, { rule: 'image/alt', message, help }))
    }
    return problems
  })
}

function missing(file: ParsedFile, range: Range, name: string, there: ReadonlySet<string>): Problem {
  if (isData(name)) return inside(file, range, name)
  const finding = {
    rule: 'image/missing',
    message: `there is no picture "${name}"`,
    expected: `the file ${imagesFolder(file)}/${name}`,
    help: didYouMean(name, there) ?? 'Add that file, or remove the picture.',
  }
  return problemAt(
    file,
    range,
    finding,
    range[1] - range[0] === name.length ? findSafeCorrection(name, there) : undefined,
  )
}

function isData(address: string): boolean {
  return /^data:/i.test(address)
}

/** Reports an image that is embedded as a `data:` URL. */
function inside(file: ParsedFile, range: Range, address: string): Problem {
  const [, type = 'jpg'] = /^data:image\/(\w+)/i.exec(address) ?? []
  const name = `name.${type.toLowerCase().replace('jpeg', 'jpg')}`
  const written = file.body && range[0] >= file.body.start ? `../images/${name}` : name
  const message = 'a picture cannot be part of an address'
  const help = `Save it as ${imagesFolder(file)}/${name} and write ${written}.`
  return problemAt(file, range, { rule: 'image/missing', message, help })
}

/** Reports a picture outside the images folder. */
function elsewhere(file: ParsedFile, range: Range, address: string, there: ReadonlySet<string>): Problem {
  if (isData(address)) return inside(file, range, address)
  const name = path.posix.basename(address)
  const put = `Put the file into ${imagesFolder(file)} and write ../images/${name || 'name.jpg'}.`
  if (/^(?:https?:)?\/\//.test(address)) {
    const message = 'a picture of another site is not shown'
    return problemAt(file, range, { rule: 'image/external', message, help: put })
  }
  const meant = there.has(name) ? `../images/${name}` : undefined
  const message = `"${address}" is no picture of this content`
  return problemAt(file, range, { rule: 'image/missing', message, help: meant ? `Write ${meant}.` : put }, meant)
}

function imagesFolder({ file }: ParsedFile): string {
  return `${file.slice(0, file.indexOf('/'))}/images`
}
