import path from 'node:path'

/** Content folder for downloadable files, and first segment of their addresses. */
export const DOCUMENTS_FOLDER = 'files'

const ZIP = { begins: 'PK\x03\x04', ends: 'PK\x05\x06', tail: 66_000 }
/**
 * Downloadable file types by extension. Contains no types that browsers open as pages. Each type has a display name
 * and the signatures required at the start, near the end, and anywhere in the file.
 */
export const documentTypes: Readonly<Record<string, DocumentKind>> = {
  '.pdf': { word: 'PDF', begins: '%PDF-', ends: '%%EOF', tail: 1024 },
  '.docx': { word: 'Word', ...ZIP, holds: 'word/document.xml' },
  '.xlsx': { word: 'Excel', ...ZIP, holds: 'xl/workbook.xml' },
  '.pptx': { word: 'PowerPoint', ...ZIP, holds: 'ppt/presentation.xml' },
  '.zip': { word: 'ZIP', ...ZIP },
}
interface DocumentKind {
  word: string
  begins: string
  ends: string
  /** Number of bytes at the end of the file to search for `ends`. A comment may follow that signature. */
  tail: number
  holds?: string
}

/**
 * Returns the name of the file in `content/files` that an address refers to; undefined if it refers to something else.
 */
export function parseDocumentName(address: string): string | undefined {
  return /^(?:(?:\.\.?\/)*|\/)files\/([^?#]+)/.exec(address)?.[1]
}

/** Returns the address of a document. The address stays the same when the file is replaced, because people share it. */
export function toDocumentAddress(name: string): string {
  return `/${DOCUMENTS_FOLDER}/${name}`
}

export function getDocumentType(name: string): DocumentKind {
  return documentTypes[path.extname(name)] as DocumentKind
}
