/** Kinds of relationships that bring something which runs, or another document that may. */
const ACTIVE = ['oleObject', 'control', 'aFChunk', 'subDocument', 'frame']
/** Documents that Word embeds, such as the figures of a chart. Those with macros have other types. */
const EMBEDDED_DOCUMENT = /\.(?:docx|xlsx|pptx)$/i
/** Places on one's own disk: the template that a document was made from is often named like this. */
const LOCAL = /^(?:file:\/\/\/)?[a-z]:|^file:\/\/\/(?![\\/%])|^[^\\/:]+$/i
const WEB = /^https?:\/\//i

/**
 * Reports whether a part of a Word document brings or loads something that runs: embedded files and controls,
 * templates and objects from the network, and fields that start programs (DDE). True as well of XML in which these
 * cannot be recognized: UTF-16, own entities, CDATA.
 */
export function isActive(name: string, xml: string): boolean {
  if (['\0', '<!DOCTYPE', '<![CDATA['].some((mark) => xml.includes(mark))) return true
  return name.toLowerCase().endsWith('.rels') ? listTags(xml, 'Relationship').some(isActiveRelation) : hasDde(xml)
}

function isActiveRelation({ attributes: { Type = '', Target = '', TargetMode } }: Tag): boolean {
  const kind = Type.split('/').at(-1) ?? ''
  if (ACTIVE.includes(kind)) return true
  if (kind === 'package') return !EMBEDDED_DOCUMENT.test(Target)
  if (TargetMode !== 'External' || kind === 'hyperlink') return false
  return !LOCAL.test(Target) && !(kind === 'image' && WEB.test(Target))
}

/** The instruction of a field may be cut into pieces, of which the first follows the mark `begin`. */
function hasDde(xml: string): boolean {
  const pieces = listTags(xml, 'fldChar|fldSimple|instrText').map(({ name, attributes, text }) => {
    if (name === 'fldSimple') return `\n${attributes.instr ?? ''}\n`
    return name === 'instrText' ? text : attributes.fldCharType === 'begin' ? '\n' : ''
  })
  return /^\s*DDE(?:AUTO)?\b/im.test(pieces.join(''))
}

interface Tag {
  /** Without its namespace, as are the names of its attributes. */
  name: string
  attributes: Record<string, string | undefined>
  /** Up to the next tag. */
  text: string
}

/**
 * Lists tags of some names. No pattern looks beyond the next `<`, so that the time grows with the length alone.
 * @param names parted by `|`
 */
export function listTags(xml: string, names: string): Tag[] {
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
