import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { SiteImage } from '@northshelf/site/collections/content.ts'
import { type Cache, hash, hashCode } from '../cache.mjs'
import type { Explanations } from '../diagnostics/explanation.ts'
import { type Finding, type Problem, problemOfFile } from '../diagnostics/problem.ts'
import type { ParseCache } from './parse-cache.ts'
import { faultOfDrawing } from './svg.ts'

/** In pixels: how wide a picture is shown at most, and the widths in which it is published, none wider than it is itself. */
const WIDTHS = {
  text: { shown: 760, steps: [480, 760, 1240] },
  portrait: { shown: 48, steps: [48, 96] },
}
/** How wide a text is: on phones the screen without its edges, elsewhere the measure of the stylesheet. A test compares. */
const TEXT_SIZES = '(min-width: 42rem) 620px, calc(100vw - 40px)'
/** Drawings, and pictures that may move, are published as they are. */
const AS_IS = /\.(?:svg|gif)$/i

/** A picture in all its widths, from the narrowest to the widest. */
interface Sizes {
  files: SiteImage[]
  /** The one for whoever takes no choice, such as readers of feeds: as wide as it is shown at most. */
  plain: SiteImage
}

/** Name of the file in `content/images` that an address in a text means; undefined for all other addresses. */
export function imageName(address: string): string | undefined {
  const name = /^(?:(?:\.\.?\/)*|\/)images\/(.+)$/.exec(address)?.[1]
  if (name === undefined) return undefined
  try {
    return decodeURI(name)
  } catch {
    return name
  }
}

/** Gives pictures of the content their published addresses and sizes. What they become is made by the build. */
export function createImages(folder: string, cache: ParseCache) {
  const used = new Map<string, Sizes>()
  const problems: Problem[] = []

  async function use(name: string, kind: keyof typeof WIDTHS): Promise<Sizes | undefined> {
    const file = path.join(folder, name)
    const known = used.get(kind + name)
    if (known) return known
    try {
      const { id, width, height, fault } = await cache.read(file, () => measure(file, cache.disk))
      if (fault) {
        report(file, { rule: 'image/drawing', ...fault })
        return undefined
      }
      const { name: base, ext } = path.parse(name.replace(/[^\w./-]+/g, '-'))
      const asIs = AS_IS.test(name)
      const { shown, steps } = WIDTHS[kind]
      const [whole, ratio] = kind === 'portrait' && !asIs ? [Math.min(width, height), 1] : [width, height / width]
      const widths = asIs ? [whole] : [...new Set(steps.map((one) => Math.min(one, whole)))]
      const files = widths.map((width): SiteImage => {
        const height = Math.round(width * ratio)
        const published = `${base.toLowerCase()}-${id}-${width}x${height}${asIs ? ext.toLowerCase() : '.webp'}`
        return { url: `/assets/${published}`, file, width, height }
      })
      const plain = files.findLast(({ width }) => width <= shown) ?? (files[0] as SiteImage)
      const sizes = { files, plain }
      used.set(kind + name, sizes)
      return sizes
    } catch (error) {
      const message = `the picture cannot be read: ${reasonOf(file, error)}`
      report(file, { rule: 'image/unreadable', message, help: 'Save it again as JPEG, PNG or WebP.' })
      return undefined
    }
  }

  /** Once, wherever the picture is used. */
  function report(file: string, finding: Finding): void {
    const relative = path.relative(path.dirname(path.dirname(folder)), file).replaceAll(path.sep, '/')
    if (!problems.some((problem) => problem.file === relative)) problems.push(problemOfFile(relative, finding))
  }

  return {
    problems,
    /** A picture beside a name, cut to a square, as `srcset` takes it. The missing ones are the business of the checks. */
    async portrait(name: string, there: ReadonlySet<string>): Promise<string | undefined> {
      const sizes = there.has(name) ? await use(name, 'portrait') : undefined
      return sizes && srcset(sizes)
    },
    /** HTML whose pictures are published ones, with their sizes, loaded once they come near. */
    async place(html: string, there: ReadonlySet<string>): Promise<string> {
      if (!html.includes('<img ')) return html
      const tags = new Map<string, string>()
      for (const [tag, source = ''] of html.matchAll(/<img src="([^"]*)"/g)) {
        const name = imageName(source)
        const sizes = name !== undefined && there.has(name) ? await use(name, 'text') : undefined
        if (!sizes) continue
        const { url, width, height } = sizes.plain
        const choice = sizes.files.length > 1 ? ` srcset="${srcset(sizes)}" sizes="${TEXT_SIZES}"` : ''
        tags.set(tag, `<img src="${url}"${choice} width="${width}" height="${height}" loading="lazy" decoding="async"`)
      }
      return html.replace(/<img src="[^"]*"/g, (tag) => tags.get(tag) ?? tag)
    },
    /** Every picture that was used, in each of its widths. */
    list: (): SiteImage[] => [...used.values()].flatMap(({ files }) => files),
  }
}

function srcset({ files }: Sizes): string {
  return files.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

/** Why, in words of people who take pictures: what a library says of its bytes helps nobody. */
function reasonOf(file: string, error: unknown): string {
  if ((error as NodeJS.ErrnoException).code) return 'there is no file, or it may not be opened'
  const kind = readFileSync(file).toString('latin1', 4, 12)
  return /^ftyp(?:he|mi|ms)/.test(kind) ? 'it is a HEIC photo, as phones take them' : 'it is damaged, or no picture'
}

interface Measured {
  /** Hash of its bytes. */
  id: string
  width: number
  height: number
  fault?: { message: string; help: string } | undefined
}

/** Hash and size of a picture as it is seen; kept until the file changes. @throws when it is no picture */
async function measure(file: string, cache: Cache): Promise<Measured> {
  const { size, mtimeMs } = statSync(file)
  const key = hash(hashCode(), file, `${size} ${mtimeMs}`)
  const known = cache.findJson('pictures', key) as Measured | undefined
  if (known) return known
  const bytes = readFileSync(file)
  const { default: sharp } = await import('sharp')
  const { autoOrient, format } = await sharp(bytes).metadata()
  // The head of a file says its size; that the rest is there and whole shows only when all of it is read.
  await sharp(bytes).resize(8, 8, { fit: 'fill' }).raw().toBuffer()
  const fault = format === 'svg' ? faultOfDrawing(bytes.toString('utf8')) : undefined
  const measured = { id: hash(bytes).slice(0, 8), width: autoOrient.width, height: autoOrient.height, fault }
  cache.store('pictures', key, JSON.stringify(measured))
  return measured
}

export const unreadableImageRules: Explanations = {
  'image/drawing': {
    means: 'An SVG file contains a script, loads something from elsewhere, or does not say how large it is.',
    matters: 'Who opens it by its address would run the script; without a size it is shown as a dot.',
    bad: '<svg><script>alert(1)</script></svg>',
    good: '<svg viewBox="0 0 40 20"><path d="M0 0h40v20z"/></svg>',
    fix: 'Export it again without scripts and with a viewBox, or save it as PNG.',
  },
  'image/unreadable': {
    means: 'A file of the images folder is no picture that can be read.',
    matters: 'It could not be shown.',
    bad: 'content/images/shelves.jpg   # a HEIC photo with another ending',
    good: 'content/images/shelves.jpg   # saved as JPEG',
    fix: 'Save it again as JPEG, PNG, WebP, AVIF, GIF or SVG.',
  },
}
