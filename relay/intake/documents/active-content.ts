import { DocumentError } from './document-problem.ts'
import type { XmlAttributes, XmlHandler } from './read-xml.ts'

/** Relationship types that embed or load active content, or documents that may contain it. */
const ACTIVE = ['oleObject', 'control', 'aFChunk', 'subDocument', 'frame']
/** Documents that Word itself embeds, for example for chart data. With macros, they have other extensions. */
const EMBEDDED_DOCUMENT = /\.(?:docx|xlsx|pptx)$/i
/** Paths on the local disk, such as the path of the document's template. */
const LOCAL = /^(?:file:\/\/\/)?[a-z]:|^file:\/\/\/(?![\\/%])|^[^\\/:]+$/i
/**
 * Paths on the local disk as Word for Mac writes them. Word for Windows reads four slashes as the name of a server, so
 * only folders of macOS are allowed.
 */
const LOCAL_MAC = /^file:\/\/\/\/(?:Users|Applications|Library)\/(?!.*(?:\.\.|%2e|\\|%5c))/i
const WEB = /^https?:\/\//i

/** Finds relationships to embedded files and controls, and to templates and objects on the network. */
export const relationshipCheck: XmlHandler = {
  onOpen(name, attributes) {
    if (name === 'Relationship') checkRelationship(attributes)
  },
}

function checkRelationship(attributes: XmlAttributes): void {
  const type = attributes('Type')?.split('/').at(-1) ?? ''
  const target = attributes('Target') ?? ''
  const isExternal = attributes('TargetMode') === 'External'
  if (ACTIVE.includes(type)) throw new DocumentError(isExternal ? 'external' : 'embedded')
  if (type === 'package' && !isExternal && !EMBEDDED_DOCUMENT.test(target)) throw new DocumentError('embedded')
  if (!isExternal || type === 'hyperlink' || LOCAL.test(target) || LOCAL_MAC.test(target)) return
  if (!(type === 'image' && WEB.test(target))) throw new DocumentError('external')
}

/**
 * Creates a handler that finds fields of Word and links of Excel that start programs (DDE and DDEAUTO). Word may split
 * a field's instruction into several `instrText` elements. A `fldChar` begins or ends a field.
 */
export function createFieldCheck(): XmlHandler {
  let isInstruction = false
  let start = ''
  const checkInstruction = (text: string) => {
    start = (start + text).trimStart().slice(0, 'DDE'.length)
    if (start.toUpperCase() === 'DDE') throw new DocumentError('external')
  }
  return {
    onOpen(name, attributes) {
      if (name === 'ddeLink' || name === 'oleLink') throw new DocumentError('external')
      if (name === 'instrText') isInstruction = true
      if (name !== 'fldChar' && name !== 'fldSimple') return
      start = ''
      if (name === 'fldSimple') checkInstruction(attributes('instr') ?? '')
    },
    onClose(name) {
      if (name === 'instrText') isInstruction = false
    },
    onText(text) {
      if (isInstruction && start.length < 'DDE'.length) checkInstruction(text)
    },
  }
}
