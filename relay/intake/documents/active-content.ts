/** Relationship types that embed active content, or documents that may contain it. */
const ACTIVE = ['oleObject', 'control', 'aFChunk', 'subDocument', 'frame']
/** Documents that Word itself embeds, for example for chart data. With macros, they have other extensions. */
const EMBEDDED_DOCUMENT = /\.(?:docx|xlsx|pptx)$/i
/** Paths on the local disk, such as the path of the document's template. */
const LOCAL = /^(?:file:\/\/\/)?[a-z]:|^file:\/\/\/(?![\\/%])|^[^\\/:]+$/i
const WEB = /^https?:\/\//i

/**
 * Reports whether a part of a Word document contains or loads active content: embedded files and controls, templates
 * and objects from the network, and fields that start programs (DDE). Also returns true for XML that could hide active
 * content by using UTF-16, custom entities or CDATA.
 */
export function hasActiveContent(name: string, xml: string): boolean {
  if (['\0', '<!DOCTYPE', '<![CDATA['].some((mark) => xml.includes(mark))) return true
  return name.toLowerCase().endsWith('.rels') ? listXmlTags(xml, 'Relationship').some(isActiveRelation) : hasDde(xml)
}

function isActiveRelation({ attributes: { Type = '', Target = '', TargetMode } }: Tag): boolean {
  const type = Type.split('/').at(-1) ?? ''
  if (ACTIVE.includes(type)) return true
  if (type === 'package') return !EMBEDDED_DOCUMENT.test(Target)
  if (TargetMode !== 'External' || type === 'hyperlink') return false
  return !LOCAL.test(Target) && !(type === 'image' && WEB.test(Target))
}

/**
 * Reports whether a field in a Word document starts a program. Word may split a field's instruction into several runs;
 * the first run follows the `fldChar` that begins the field.
 */
function hasDde(xml: string): boolean {
  const runs = listXmlTags(xml, 'fldChar|fldSimple|instrText').map(({ name, attributes, text }) => {
    if (name === 'fldSimple') return `\n${attributes.instr ?? ''}\n`
    return name === 'instrText' ? text : attributes.fldCharType === 'begin' ? '\n' : ''
  })
  return /^\s*DDE(?:AUTO)?\b/im.test(runs.join(''))
}

interface Tag {
  /** Name without its namespace prefix. The names in `attributes` have no prefix either. */
  name: string
  attributes: Record<string, string | undefined>
  /** Text up to the next tag. */
  text: string
}

/**
 * Lists tags by name. The patterns never match beyond the next `<`, so the running time is linear.
 * @param names separated by `|`
 */
export function listXmlTags(xml: string, names: string): Tag[] {
  const tag = new RegExp(`<(?:[^\\s<>/:]+:)?(${names})(?![^\\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>([^<]*)`, 'g')
  return [...withoutComments(xml).matchAll(tag)].map(([, name = '', inside = '', text = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...inside.matchAll(/(?:[^\s=<>"':]+:)?([^\s=<>"':]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
        ([, key = '', double, single = '']) => [key, decode(double ?? single)],
      ),
    ),
    text: decode(text),
  }))
}

function withoutComments(xml: string): string {
  const [head = '', ...rest] = xml.split('<!--')
  return head + rest.map((piece) => piece.slice(piece.indexOf('-->') + 3)).join('')
}

function decode(text: string): string {
  return text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex, digits) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(digits)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
