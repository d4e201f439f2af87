import path from 'node:path'

/** Folder of the content, and first part of the addresses, of what visitors download. */
export const DOCUMENTS = 'files'

const ZIP = { begins: 'PK\x03\x04', ends: 'PK\x05\x06', tail: 66_000 }
/**
 * What may be downloaded, by its ending: nothing that a browser would run as a page of the site. Each has what people call
 * it, and what must stand at its beginning, near its end and anywhere in it.
 */
export const documentKinds: Readonly<Record<string, DocumentKind>> = {
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
  /** In how many of the last bytes readers look for that: a comment may follow it. */
  tail: number
  holds?: string
}

/** Name of the file in `content/files` that an address means; undefined for all other addresses. */
export function documentName(address: string): string | undefined {
  return /^(?:(?:\.\.?\/)*|\/)files\/([^?#]+)/.exec(address)?.[1]
}

/** The address stays when the file is replaced: people keep it and pass it on. */
export function documentAddress(name: string): string {
  return `/${DOCUMENTS}/${name}`
}

export function documentKindOf(name: string): DocumentKind {
  return documentKinds[path.extname(name)] as DocumentKind
}
