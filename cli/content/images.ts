import path from 'node:path'
import type { SiteImage } from '@northshelf/site/collections/content.ts'
import type { z } from 'zod'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import {
  createFileProblem,
  createProblemAt,
  type Explanations,
  type Problem,
  type ProblemDetails,
} from '../diagnostics/problem.ts'
import type { ContentFiles } from './content-files.ts'
import { measureImage } from './measure-image.ts'
import type { ParseCache } from './parse-cache.ts'
import type { ParsedFile } from './parsed.ts'
import { IMAGES_FOLDER } from './read.ts'
import { listMarkedTexts } from './schema/walk-schema.ts'
import { valueAt } from './value-at.ts'

type ImageUse = { shown: number; steps: number[]; sharp: number; ratio?: number }
/**
 * Maximum display width, published widths and smallest sharp width of images, in pixels, and the height divided by the
 * width of those that are cropped. Images are never enlarged.
 */
const USES = {
  text: { shown: 760, steps: [480, 760, 1240], sharp: 0 },
  portrait: { shown: 48, steps: [48, 96, 224, 448], sharp: 96, ratio: 1 },
  photo: { shown: 1240, steps: [480, 800, 1240, 1860], sharp: 1240 },
  wide: { shown: 1240, steps: [480, 800, 1240, 1860], sharp: 1240, ratio: 9 / 16 },
  share: { shown: 1200, steps: [1200], sharp: 1200, ratio: 630 / 1200 },
} satisfies Record<string, ImageUse>
/** `sizes` of the text column, which is narrower on phones. A test checks that it matches the stylesheet. */
const TEXT_SIZES = '(min-width: 42rem) 620px, calc(100vw - 40px)'
/** Matches files that are published unchanged: SVG drawings, and GIFs, which may be animated. */
const AS_IS = /\.(?:svg|gif)$/i

/** The published versions of an image, narrowest first. */
interface Sizes {
  files: SiteImage[]
  /** The widest version that fits the display width, for clients without `srcset` support, such as feed readers. */
  plain: SiteImage
}

/** Returns the name of the file in `content/images` that an address refers to; undefined for other addresses. */
export function parseImageName(address: string): string | undefined {
  const name = /^(?:(?:\.\.?\/)*|\/)images\/(.+)$/.exec(address)?.[1]
  if (name === undefined) return undefined
  try {
    return decodeURI(name)
  } catch {
    return name
  }
}

/** Creates a resolver that assigns published URLs and sizes to images. The build creates the published files. */
export function createImageResolver(files: ContentFiles, cache: ParseCache) {
  const used = new Map<string, Sizes>()
  const problems: Problem[] = []

  async function use(name: string, kind: keyof typeof USES, focus?: number[]): Promise<Sizes | undefined> {
    const source = `${IMAGES_FOLDER}/${name}`
    const readBytes = () => files.read(source)
    const usage = [kind, name, ...(focus ?? [])].join(' ')
    const existing = used.get(usage)
    if (existing) return existing
    try {
      const { id, width, height, problem } = await cache.rememberFile(files, source, (stamp) =>
        measureImage(readBytes, `${path.join(files.folder, source)} ${stamp}`, cache.disk),
      )
      if (problem) {
        report(source, { rule: 'image/drawing', ...problem })
        return undefined
      }
      const { name: base, ext } = path.parse(name.replace(/[^\w./-]+/g, '-'))
      // Other sites do not show SVG files.
      const asIs = AS_IS.test(name) && kind !== 'share'
      const file = path.join(files.folder, source)
      const unsaved = files.unsaved(source)
      const { shown, steps, ratio: wanted }: ImageUse = USES[kind]
      const ratio = asIs ? undefined : wanted
      const part = ratio ? cropTo(ratio, { width, height }, focus) : { left: 0, top: 0, width, height }
      const crop = ratio && focus ? part : undefined
      const stem = [base.toLowerCase(), id, ...(crop ? [crop.left, crop.top] : [])].join('-')
      const extension = asIs ? ext.toLowerCase() : kind === 'share' ? '.jpg' : '.webp'
      const widths = asIs ? [width] : [...new Set(steps.map((step) => Math.min(step, part.width)))]
      const siteImages = widths.map((shownWidth): SiteImage => {
        const size = { width: shownWidth, height: Math.round(shownWidth * (ratio ?? height / width)) }
        const url = `${kind === 'share' ? '/share' : '/assets'}/${stem}-${size.width}x${size.height}${extension}`
        return { url, file, ...(unsaved && { unsaved }), ...(crop && { crop }), ...size }
      })
      const plain = siteImages.findLast(({ width }) => width <= shown) ?? (siteImages[0] as SiteImage)
      const sizes = { files: siteImages, plain }
      used.set(usage, sizes)
      return sizes
    } catch (error) {
      const message = `the image cannot be read: ${reasonOf(readBytes, error)}`
      report(source, { rule: 'image/unreadable', message, help: 'Save the image again as JPEG, PNG or WebP.' })
      return undefined
    }
  }

  /** Reports a problem unless one has already been reported for the same image file. */
  function report(source: string, details: ProblemDetails): void {
    const relative = `${path.basename(files.folder)}/${source}`
    if (!problems.some((problem) => problem.file === relative)) problems.push(createFileProblem(relative, details))
  }

  return {
    problems,
    /** Replaces the names of images in a file's fields with `srcset`s, or share images with URLs. A rule reports missing files. */
    async fillFields(
      parsed: ParsedFile,
      fields: object,
      schema: z.ZodType,
      existing: ReadonlySet<string>,
    ): Promise<object> {
      const named = listMarkedTexts<keyof typeof USES>(schema, fields, 'image')
      const filled = named.length > 0 ? structuredClone(fields) : fields
      for (const { mark, value, path } of named) {
        const { focus } = valueAt(fields, path.slice(0, -1)) as { focus?: number[] }
        const sizes = existing.has(value) ? await use(value, mark, focus) : undefined
        const small = sizes && describeSmallImage(value, mark, sizes, countPhotos(fields, path))
        if (small) problems.push(createProblemAt(parsed, parsed.source?.rangeOfWord(path, value) ?? [0, 1], small))
        const parent = valueAt(filled, path.slice(0, -1)) as Record<string, unknown>
        if (sizes) parent[String(path.at(-1))] = mark === 'share' ? sizes.plain.url : srcset(sizes)
      }
      return filled
    },
    /** Replaces the images in HTML with their published versions. Adds dimensions and lazy loading. */
    async fillHtml(html: string, existing: ReadonlySet<string>): Promise<string> {
      if (!html.includes('<img ')) return html
      const tags = new Map<string, string>()
      for (const [tag, source = ''] of html.matchAll(/<img src="([^"]*)"/g)) {
        const name = parseImageName(source)
        const sizes = name !== undefined && existing.has(name) ? await use(name, 'text') : undefined
        if (!sizes) continue
        const { url, width, height } = sizes.plain
        const choice = sizes.files.length > 1 ? ` srcset="${srcset(sizes)}" sizes="${TEXT_SIZES}"` : ''
        tags.set(tag, `<img src="${url}"${choice} width="${width}" height="${height}" loading="lazy" decoding="async"`)
      }
      return html.replace(/<img src="[^"]*"/g, (tag) => tags.get(tag) ?? tag)
    },
    /** Lists the published files of all images in use, one file per width. */
    list: (): SiteImage[] => [...used.values()].flatMap(({ files }) => files),
    /** Returns the URLs of all images in HTML, by file name. */
    urlsInHtml: () =>
      new Map([...used].flatMap(([key, { plain }]) => (key.startsWith('text ') ? [[key.slice(5), plain.url]] : []))),
  }
}

/** Returns the largest part of an image that has a ratio of height to width, around its focus. */
function cropTo(ratio: number, image: { width: number; height: number }, [x = 50, y = 50]: number[] = []) {
  const width = Math.min(image.width, Math.round(image.height / ratio))
  const height = Math.min(image.height, Math.round(width * ratio))
  const left = Math.round(((image.width - width) * x) / 100)
  const top = Math.round(((image.height - height) * y) / 100)
  return { left, top, width, height }
}

/** Returns the number of photos in the list that contains a photo: two or more share the width. */
function countPhotos(fields: object, path: readonly (string | number)[]): number {
  const list = valueAt(fields, path.slice(0, -2))
  const key = path.at(-1) ?? ''
  return Array.isArray(list) ? list.filter((item) => typeof item?.[key] === 'string').length : 1
}

/** Describes an image that browsers would enlarge; undefined if it is large enough. Drawings have no size limit. */
function describeSmallImage(
  name: string,
  kind: keyof typeof USES,
  { files }: Sizes,
  count: number,
): ProblemDetails | undefined {
  const needed = USES[kind].sharp / (kind === 'photo' ? Math.min(count, 2) : 1)
  const width = files.at(-1)?.width ?? needed
  if (width >= needed || /\.svg$/i.test(name)) return undefined
  const pixels = pluralize(width, 'pixel')
  const side = kind === 'portrait' ? 'its shorter side' : 'it'
  return {
    rule: 'image/small',
    severity: 'warning',
    message: `"${name}" is too small: ${side} has only ${pixels}`,
    found: pixels,
    expected: `at least ${needed} pixels`,
    help: 'Use a larger version. Browsers would enlarge this one, so it would look blurred.',
  }
}

function srcset({ files }: Sizes): string {
  return files.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

/** Describes a read error in terms that authors understand, unlike the decoder's own message. */
function reasonOf(readBytes: () => Buffer, error: unknown): string {
  if ((error as NodeJS.ErrnoException).code) return 'the file is missing or cannot be opened'
  const kind = readBytes().toString('latin1', 4, 12)
  return /^ftyp(?:he|mi|ms)/.test(kind) ? 'it is a HEIC photo, not a web format' : 'it is damaged, or not an image'
}

export const imageFileRules: Explanations = {
  'image/drawing': {
    means: 'An SVG file contains a script, loads external resources, or has no size.',
    matters:
      'A script in a drawing runs for anyone who opens the file directly. A drawing without a size is displayed as a dot.',
    bad: '<svg><script>alert(1)</script></svg>',
    good: '<svg viewBox="0 0 40 20"><path d="M0 0h40v20z"/></svg>',
    fix: 'Export it again without scripts and with a viewBox, or save it as PNG.',
  },
  'image/small': {
    means: 'A photo or a portrait has fewer pixels than its place on the page needs.',
    matters: 'Browsers enlarge it, so it looks blurred.',
    bad: 'image: hall.jpg   # 640 pixels wide',
    good: 'image: hall.jpg   # 1240 pixels wide; 620 for each of several photos; 96 for a portrait',
    fix: 'Use a larger version of the photo. This is only a warning.',
  },
  'image/unreadable': {
    means: 'A file in the images folder is not a readable image.',
    matters: 'Pages could not show the image.',
    bad: 'content/images/shelves.jpg   # a HEIC photo with the wrong extension',
    good: 'content/images/shelves.jpg   # saved as JPEG',
    fix: 'Save it again as JPEG, PNG, WebP, AVIF, GIF or SVG.',
  },
}
