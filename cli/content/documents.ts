import path from 'node:path'
import type { SiteDocument } from '@northshelf/site/collections/content.ts'
import { createFileProblem, type Explanations, type Problem } from '../diagnostics/problem.ts'
import { readThresholds } from '../diagnostics/thresholds.ts'
import type { ContentFiles } from './content-files.ts'
import type { ParseCache } from './parse-cache.ts'

/** Content folder for downloadable files, and the first segment of their URL paths. */
export const DOCUMENTS_FOLDER = 'files'

const ZIP = { begins: 'PK\x03\x04', ends: 'PK\x05\x06', tail: 66_000 }
/**
 * Downloadable file types, keyed by extension. Excludes types that browsers display as web pages. Each type has a
 * display name and signatures that a file must contain: one at its start, one near its end and, for some types, one
 * anywhere.
 */
export const downloadTypes: Readonly<Record<string, DocumentKind>> = {
  '.pdf': { word: 'PDF', begins: '%PDF-', ends: '%%EOF', tail: 1024 },
  '.docx': { word: 'Word', ...ZIP, holds: 'word/document.xml' },
  '.xlsx': { word: 'Excel', ...ZIP, holds: 'xl/workbook.xml' },
  '.pptx': { word: 'PowerPoint', ...ZIP, holds: 'ppt/presentation.xml' },
  '.zip': { word: 'ZIP', ...ZIP },
  '.mp4': { word: 'MP4', begins: 'ftyp', offset: 4, holds: 'moov', isVideo: true },
  '.webm': { word: 'WebM', begins: '\x1A\x45\xDF\xA3', holds: 'webm', isVideo: true },
}
interface DocumentKind {
  word: string
  begins: string
  /** Position of `begins`. */
  offset?: number
  ends?: string
  /** How many bytes at the end of the file to search for `ends`, because a comment may follow that signature. */
  tail?: number
  holds?: string
  isVideo?: boolean
}

/** Returns the name of the file in `content/files` that an address refers to; undefined for other addresses. */
export function parseDocumentName(address: string): string | undefined {
  return /^(?:(?:\.\.?\/)*|\/)files\/([^?#]+)/.exec(address)?.[1]
}

/** Returns a document's URL path. It stays the same when the file is replaced, because people share it. */
export function toDocumentAddress(name: string): string {
  return `/${DOCUMENTS_FOLDER}/${name}`
}

/** Reports whether a file name or address has the extension of a video. */
export function isVideoName(name: string): boolean {
  return downloadTypes[path.extname(name)]?.isVideo ?? false
}

function getDocumentType(name: string): DocumentKind {
  return downloadTypes[path.extname(name)] as DocumentKind
}

/** Checks all downloads, including those that no page links to, and creates a resolver for links to downloads. */
export function createDocumentResolver(
  files: ContentFiles,
  names: ReadonlySet<string>,
  cache: ParseCache,
  locale: string,
) {
  const home = path.basename(files.folder)
  const problems: Problem[] = []
  const documents = new Map<string, SiteDocument>()
  const limits = names.size > 0 ? readThresholds() : undefined
  for (const name of names) {
    const source = `${DOCUMENTS_FOLDER}/${name}`
    const { bytes, problem } = inspectDocument(files, source, cache)
    const report = (rule: string, severity: Problem['severity'], message: string, help: string) =>
      problems.push(createFileProblem(`${home}/${source}`, { rule, severity, message, help }))
    if (problem) report('document/unreadable', 'error', problem, 'Save or export it again, and copy the whole file.')
    const maxMegabytes = isVideoName(name) ? limits?.video : limits?.document
    if (!problem && maxMegabytes !== undefined && bytes > maxMegabytes * 1e6) {
      const help = isVideoName(name)
        ? 'Export it at a lower resolution or bit rate.'
        : 'Export it with smaller images, or split it into parts.'
      report('document/large', 'warning', `this file is ${sizeOf(bytes, 'en')}; the limit is ${maxMegabytes} MB`, help)
    }
    const unsaved = files.unsaved(source)
    const file = path.join(files.folder, source)
    documents.set(name, { url: toDocumentAddress(name), file, ...(unsaved && { unsaved }), bytes })
  }

  /** Adds the file type and size to a link: `our rates (PDF, 120 kB)`. Omits the type if the link text contains it. */
  const placeLink = (link: string, address: string, attributes: string, text: string): string => {
    const name = parseDocumentName(address) ?? ''
    const document = documents.get(name)
    if (!document) return link
    const { word } = getDocumentType(name)
    const type = new RegExp(`\\b${word}\\b`, 'i').test(text) ? [] : [word]
    const about = [...type, sizeOf(document.bytes, locale)].join(', ')
    return `<a href="/${address.slice(address.indexOf(`${DOCUMENTS_FOLDER}/`))}"${attributes}>${text} (${about})</a>`
  }

  return {
    problems,
    list: [...documents.values()],
    /** Resolves the document links in HTML, and labels them with file type and size. */
    labelLinks: (html: string): string =>
      documents.size > 0 ? html.replace(/<a href="([^"]*)"([^>]*)>(.*?)<\/a>/gs, placeLink) : html,
  }
}

function inspectDocument(files: ContentFiles, file: string, cache: ParseCache): { bytes: number; problem?: string } {
  const { word, begins, offset = 0, ends = '', tail = 0, holds = '' } = getDocumentType(file)
  try {
    return cache.rememberFile(files, file, () => {
      const data = files.read(file)
      const bytes = data.length
      if (data.toString('latin1', offset, offset + begins.length) !== begins || !data.includes(holds))
        return { bytes, problem: `not a valid ${word} file` }
      return { bytes, ...(!data.subarray(-tail).includes(ends) && { problem: 'this file is truncated' }) }
    })
  } catch {
    return { bytes: 0, problem: 'the file is missing or cannot be opened' }
  }
}

/** Formats a size in whole kilobytes, or in megabytes with one decimal, with a no-break space before the unit. */
function sizeOf(bytes: number, locale: string): string {
  const isSmall = bytes < 999_500
  const unit = isSmall ? 'kilobyte' : 'megabyte'
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: isSmall ? 0 : 1 })
  return format.format(isSmall ? Math.max(bytes / 1e3, 1) : bytes / 1e6).replace(' ', '\u00A0')
}

export const documentRules: Explanations = {
  'document/unreadable': {
    means: 'A file in the files folder is truncated, or its content does not match its extension.',
    matters: 'Visitors would download a file that they cannot open.',
    bad: 'content/files/rate-card.pdf   # a Word file with the wrong extension',
    good: 'content/files/rate-card.pdf   # exported as PDF',
    fix: 'Save or export the file again.',
  },
  'document/large': {
    means: 'A file in the files folder exceeds the limit in cli/audit/thresholds.yaml.',
    matters: 'The download is slow and uses a lot of mobile data.',
    bad: 'content/files/rate-card.pdf   # 40 MB, with unprocessed photos',
    good: 'content/files/rate-card.pdf   # 900 kB, exported for the web',
    fix: 'Export it with smaller images, or split it into parts.',
  },
}
