import path from 'node:path'
import { parseFigureName } from '@northshelf/site/drawings/figure-slot.ts'
import { parseImageName } from '../content/images.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { listMarkedTexts } from '../content/schema/marked-fields.ts'
import type { Range } from '../diagnostics/location.ts'
import { createProblemAt, type Problem } from '../diagnostics/problem.ts'
import { findSafeCorrection, suggestCorrection } from '../diagnostics/suggest.ts'
import { defineRules } from './rule.ts'

/** Checks that images exist in `content/images` and have alternative text. */
export const imageRules = defineRules({
  'image/missing': {
    means: 'An image is not in the images folder.',
    matters: 'Visitors would see an empty frame.',
    bad: '![Two shelves](../images/shelfs.jpg)',
    good: '![Two shelves](../images/shelves.jpg)',
    fix: 'Put the file in content/images. The build sets its size, format and URL.',
  },
  'image/alt': {
    means: 'An image has no alternative text.',
    matters: 'Screen readers and search engines cannot tell what the image shows.',
    bad: '![](../images/shelves.jpg)',
    good: '![The same shelf before and after restocking](../images/shelves.jpg)',
    fix: 'Describe the image between the square brackets.',
  },
  'image/external': {
    means: 'An image comes from another site.',
    matters: 'Browsers block images from other sites here; if loaded, they would also reveal who reads the page.',
    bad: '![Shelves](https://example.com/shelves.jpg)',
    good: '![Shelves](../images/shelves.jpg)',
    fix: 'Put the file into content/images, if its license allows it.',
  },
}).inFolder(({ files, images: existing }) =>
  files.flatMap((file) => [...inFields(file, existing), ...inText(file, existing)]),
)

function inFields(file: ParsedFile, existing: ReadonlySet<string>): Problem[] {
  return listMarkedTexts(file.schema, file.data, 'image')
    .filter(({ value }) => value !== '' && !existing.has(value))
    .map(({ value, path }) => missing(file, file.source?.rangeOfWord(path, value) ?? [0, 1], value, existing))
}

function inText(file: ParsedFile, existing: ReadonlySet<string>): Problem[] {
  const { body } = file
  return (body?.found.links ?? []).flatMap((link) => {
    const { kind, address, alt } = link
    if (kind !== 'image' || !body || parseFigureName(address) !== undefined) return []
    const range = body.range(link)
    const name = parseImageName(address)
    const problems: Problem[] = []
    if (name === undefined) problems.push(outside(file, range, address, existing))
    else if (!existing.has(name)) {
      // If the source contains the URL verbatim, the fix replaces only the file name at its end.
      const asWritten = range[1] - range[0] === address.length
      problems.push(missing(file, [asWritten ? range[1] - name.length : range[0], range[1]], name, existing))
    }
    if (!alt?.trim()) {
      const message = 'the image has no alternative text'
      const help = 'Describe it between the square brackets: ![What it shows](…).'
      problems.push(createProblemAt(file, range, { rule: 'image/alt', message, help }))
    }
    return problems
  })
}

function missing(file: ParsedFile, range: Range, name: string, existing: ReadonlySet<string>): Problem {
  if (isData(name)) return embedded(file, range, name)
  const finding = {
    rule: 'image/missing',
    message: `there is no image "${name}"`,
    expected: `the file ${imagesFolder(file)}/${name}`,
    help: suggestCorrection(name, existing) ?? 'Add that file, or remove the image.',
  }
  return createProblemAt(
    file,
    range,
    finding,
    range[1] - range[0] === name.length ? findSafeCorrection(name, existing) : undefined,
  )
}

function isData(address: string): boolean {
  return /^data:/i.test(address)
}

/** Reports an image that is embedded as a `data:` URL. */
function embedded(file: ParsedFile, range: Range, address: string): Problem {
  const [, type = 'jpg'] = /^data:image\/(\w+)/i.exec(address) ?? []
  const name = `name.${type.toLowerCase().replace('jpeg', 'jpg')}`
  const written = file.body && range[0] >= file.body.start ? `../images/${name}` : name
  const message = 'an image cannot be embedded as a data: URL'
  const help = `Save it as ${imagesFolder(file)}/${name} and write ${written}.`
  return createProblemAt(file, range, { rule: 'image/missing', message, help })
}

/** Reports an image that is outside the images folder. */
function outside(file: ParsedFile, range: Range, address: string, existing: ReadonlySet<string>): Problem {
  if (isData(address)) return embedded(file, range, address)
  const name = path.posix.basename(address)
  const put = `Put the file into ${imagesFolder(file)} and write ../images/${name || 'name.jpg'}.`
  if (/^(?:https?:)?\/\//.test(address)) {
    const message = 'images from other sites are not shown'
    return createProblemAt(file, range, { rule: 'image/external', message, help: put })
  }
  const meant = existing.has(name) ? `../images/${name}` : undefined
  const message = `"${address}" is not in the images folder`
  return createProblemAt(file, range, { rule: 'image/missing', message, help: meant ? `Write ${meant}.` : put }, meant)
}

function imagesFolder({ file }: ParsedFile): string {
  return `${file.slice(0, file.indexOf('/'))}/images`
}
