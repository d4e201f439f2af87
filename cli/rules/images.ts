import { posix } from 'node:path'
import { parseFigureName } from '@northshelf/site/drawings/figure-slot.ts'
import type { z } from 'zod'
import { parseImageName } from '../content/images.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { listMarkedTexts } from '../content/schema/walk-schema.ts'
import type { Range } from '../diagnostics/location.ts'
import { createProblemAt, type Problem } from '../diagnostics/problem.ts'
import { findNearestWord, findSafeCorrection, suggestCorrection } from '../diagnostics/suggest.ts'
import { defineRules } from './rule.ts'

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
}).inFolder(({ files, images }) => files.flatMap((file) => [...inFields(file, images), ...inText(file, images)]))

function inFields(file: ParsedFile, images: ReadonlySet<string>): Problem[] {
  return listMarkedTexts(file.schema, file.data, 'image')
    .filter(({ value }) => value !== '' && !images.has(value))
    .map(({ value, path }) => missing(file, file.source?.rangeOfWord(path, value) ?? [0, 1], value, images, value))
}

function inText(file: ParsedFile, images: ReadonlySet<string>): Problem[] {
  const { body } = file
  return (body?.analysis.links ?? []).flatMap((link) => {
    const { kind, address, alt } = link
    if (kind !== 'image' || !body || parseFigureName(address) !== undefined) return []
    const range = body.range(link)
    const name = parseImageName(address)
    const problems: Problem[] = []
    if (name === undefined) problems.push(missing(file, range, address, images))
    else if (!images.has(name)) {
      // If the source contains the URL verbatim, the fix replaces only the file name at its end.
      const start = range[1] - range[0] === address.length ? range[1] - name.length : range[0]
      problems.push(missing(file, [start, range[1]], address, images, name))
    }
    if (!alt?.trim()) {
      const message = 'the image has no alternative text'
      const help = 'Describe it between the square brackets: ![What it shows](…).'
      problems.push(createProblemAt(file, range, { rule: 'image/alt', message, help }))
    }
    return problems
  })
}

/** Reports an image that is not in the images folder. @param name its name, if its address is in that folder */
function missing(file: ParsedFile, range: Range, address: string, images: ReadonlySet<string>, name?: string): Problem {
  const folder = `${file.file.slice(0, file.file.indexOf('/'))}/images`
  const rule = 'image/missing'
  const written = name ?? address
  if (/^data:/i.test(written)) {
    const [, type = 'jpg'] = /^data:image\/(\w+)/i.exec(written) ?? []
    const saved = `name.${type.toLowerCase().replace('jpeg', 'jpg')}`
    const path = file.body && range[0] >= file.body.start ? `../images/${saved}` : saved
    const message = 'an image cannot be embedded as a data: URL'
    return createProblemAt(file, range, { rule, message, help: `Save it as ${folder}/${saved} and write ${path}.` })
  }
  if (name !== undefined) {
    const message = `there is no image "${name}"`
    const help = suggestCorrection(name, images) ?? 'Add that file, or remove the image.'
    const sure = range[1] - range[0] === name.length ? findSafeCorrection(name, images) : undefined
    return createProblemAt(file, range, { rule, message, expected: `the file ${folder}/${name}`, help }, sure)
  }
  const base = posix.basename(address)
  const put = `Put the file into ${folder} and write ../images/${base || 'name.jpg'}.`
  if (/^(?:https?:)?\/\//.test(address)) {
    const message = 'images from other sites are not shown'
    return createProblemAt(file, range, { rule: 'image/external', message, help: put })
  }
  const existing = [address.replace(/^(?:\.{0,2}\/)+/, ''), base].find((name) => images.has(name))
  const meant = existing && `../images/${existing}`
  const message = existing ? `"${address}" lacks the images folder` : `"${address}" is not in the images folder`
  return createProblemAt(file, range, { rule, message, help: meant ? `Write ${meant}.` : put }, meant)
}

export const figureRules = defineRules({
  'figure/unknown': {
    means: 'Text refers to a figure that its file does not define.',
    matters: 'The figure would be missing from the page.',
    bad: '![](figure:watrfall)',
    good: 'figures:\n  waterfall: { kind: waterfall, … }\n---\n![](figure:waterfall)',
    fix: 'Correct the name, or define the figure under figures. --fix corrects unambiguous misspellings.',
  },
  'figure/unplaced': {
    means: 'An article defines a figure that its text does not show.',
    matters: 'Visitors would never see it.',
    bad: 'figures:\n  waterfall: { kind: waterfall, … }\n---\nThe rest went like this:',
    good: 'figures:\n  waterfall: { kind: waterfall, … }\n---\nThe rest went like this:\n\n![](figure:waterfall)',
    fix: 'Write ![](figure:name) where the text refers to the figure, or remove the figure.',
  },
  'figure/inline': {
    means: 'A figure is inside a sentence, a list or a quote, or is linked instead of shown.',
    matters: 'Figures span the full width of the text, so this one would not be shown.',
    bad: 'As ![](figure:waterfall) shows, a fifth is lost.',
    good: 'A fifth is lost.\n\n![](figure:waterfall)',
    fix: 'Put it on its own line, with an empty line before and after it.',
  },
}).inFile((file) => {
  const { body, source, data } = file
  if (!body) return []
  const { figures } = (data ?? {}) as { figures?: unknown }
  // If `figures` is not a group, the schema reports it.
  const defined = typeof figures === 'object' && !Array.isArray(figures) ? Object.keys(figures ?? {}) : []
  const used = new Set<string | undefined>()
  const problems: Problem[] = []
  for (const link of body.analysis.links) {
    const name = parseFigureName(link.address)
    if (name === undefined) continue
    const range = body.range(link)
    const meant = findNearestWord(name, defined)
    // A misspelled name counts as a use of the intended figure, to avoid reporting two problems.
    used.add(defined.includes(name) ? name : meant)
    if (data !== undefined && !defined.includes(name)) {
      const canHave = 'figures' in ((file.schema as z.ZodObject).shape ?? {})
      const none = canHave ? 'Define it under "figures" in the fields of this file.' : 'Only articles can have figures.'
      const help = suggestCorrection(name, defined) ?? none
      const details = { rule: 'figure/unknown', message: `there is no figure "${name}"`, help }
      const asWritten = range[1] - range[0] === link.address.length
      const nameRange: Range = [asWritten ? range[1] - name.length : range[0], range[1]]
      const sure = asWritten ? findSafeCorrection(name, defined) : undefined
      problems.push(createProblemAt(file, nameRange, details, sure))
    }
    const rule = 'figure/inline'
    if (link.kind === 'link') {
      const message = 'this links to a figure instead of showing it'
      problems.push(createProblemAt(file, range, { rule, message, help: 'Put an exclamation mark before it: ![](…).' }))
    } else if (!link.alone) {
      const help = 'Put it on its own line, with an empty line before and after it.'
      problems.push(createProblemAt(file, range, { rule, message: 'a figure cannot be inside other text', help }))
    }
  }
  for (const name of defined) {
    if (!source || used.has(name)) continue
    const message = `the text does not show the figure "${name}"`
    const help = `Write ![](figure:${name}) on its own line where it belongs, or remove the figure.`
    const range = source.range(['figures', name], 'key')
    problems.push(createProblemAt(file, range, { rule: 'figure/unplaced', message, help }))
  }
  return problems
})
