import type { Entry, ZipFile } from 'yauzl'
import type { RandomAccessFile } from '../../store/store.ts'
import { createFieldCheck, relationshipCheck } from './active-content.ts'
import { openCompoundFile } from './compound-file.ts'
import { DocumentError, type DocumentProblem } from './document-problem.ts'
import { readXml, type XmlAttributes, type XmlHandler } from './read-xml.ts'
import { findEntryProblem, MAX_ENTRIES, sumSizes } from './zip.ts'

const TYPES = '[content_types].xml'
/** Content types of macros, and of documents and templates with macros. */
const MACROS = /macroEnabled|macrosheet|vbaProject/i
/** Content types of parts whose XML is read: fields in Word texts and links in Excel sheets may start programs. */
const READ_TYPE = /wordprocessingml|spreadsheetml\.(?:sheet\.main|externalLink)/i
/** Names of parts whose XML is read, whatever their content type is. */
const READ_NAME = /^\[content_types\]\.xml$|^word\/[^/]+\.xml$|^xl\/externalLinks\/[^/]+\.xml$|\.rels$/i
const MAX_READ_PARTS = 200
const MAX_READ_BYTES = 8 * 1024 * 1024

/**
 * Creates a function that returns why a file is not a zip with the content types and the main part of an Office
 * document, or that it has active content. Uses the zip directory, because file-type reports only `zip` if large images
 * precede the content types.
 * @param format part of the content type of the main part
 */
export function createOfficeCheck(format: string) {
  const main = `application/vnd.openxmlformats-officedocument.${format}.main+xml`
  return async (content: RandomAccessFile): Promise<DocumentProblem | undefined> => {
    // Office stores a document with a password as a stream in an OLE file.
    const container = await openCompoundFile(content)
    if (container?.entries.some(({ name }) => name === 'EncryptedPackage')) return 'password'
    return findEntryProblem(content, (entries, zip) => checkParts(entries, zip, main))
  }
}

/** @throws DocumentError */
async function checkParts(entries: Entry[], zip: ZipFile, main: string): Promise<void> {
  const list = entries.find(({ fileName }) => fileName.toLowerCase() === TYPES)
  if (!list) throw new DocumentError('type')
  const types = new ContentTypes()
  const read = async (entry: Entry, handler: XmlHandler) => readXml(await zip.openReadStreamPromise(entry), handler)
  if (sumSizes([list]) > MAX_READ_BYTES) throw new DocumentError('complex')
  await read(list, types)
  if (entries.some(({ fileName }) => MACROS.test(fileName) || MACROS.test(types.find(fileName))))
    throw new DocumentError('macros')
  const parts = entries.filter(({ fileName }) => READ_NAME.test(fileName) || READ_TYPE.test(types.find(fileName)))
  if (parts.length > MAX_READ_PARTS || sumSizes(parts) > MAX_READ_BYTES) throw new DocumentError('complex')
  // If two parts have the same name, Office could read the one that was not checked.
  if (new Set(parts.map(({ fileName }) => fileName.toLowerCase())).size < parts.length)
    throw new DocumentError('damaged')
  for (const entry of parts)
    await read(entry, entry.fileName.toLowerCase().endsWith('.rels') ? relationshipCheck : createFieldCheck())
  if (!parts.some(({ fileName }) => types.find(fileName) === main))
    throw new DocumentError([...types.byPart.values()].includes(main) ? 'damaged' : 'type')
}

/** The content type of each part: the one stated for the part or, if there is none, that of its file extension. */
class ContentTypes implements XmlHandler {
  readonly byPart = new Map<string, string>()

  onOpen(element: string, attributes: XmlAttributes): void {
    if (element !== 'Override' && element !== 'Default') return
    const type = attributes('ContentType') ?? ''
    // Some programs list extensions that they do not use.
    if (MACROS.test(type) && element === 'Override') throw new DocumentError('macros')
    if (this.byPart.size > MAX_ENTRIES) throw new DocumentError('complex')
    const key = element === 'Override' ? attributes('PartName') : `.${attributes('Extension')}`
    this.byPart.set((key ?? '').toLowerCase(), type)
  }

  find(part: string): string {
    const name = part.toLowerCase()
    return this.byPart.get(`/${name}`) ?? this.byPart.get(`.${name.split('.').at(-1)}`) ?? ''
  }
}
