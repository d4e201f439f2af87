import path from 'node:path'

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

export function getDocumentType(name: string): DocumentKind {
  return downloadTypes[path.extname(name)] as DocumentKind
}
