import { SaxesParser, type SaxesTagNS } from 'saxes'

interface SvgProblem {
  message: string
  help: string
}

const SVG = 'http://www.w3.org/2000/svg'
/** Namespaces other than SVG whose elements browsers give a meaning to. Elements of drawing programs have none. */
const EXECUTABLE = ['http://www.w3.org/1999/xhtml', 'http://www.w3.org/1998/Math/MathML']

/** The elements of SVG that only draw, describe or animate. https://www.w3.org/TR/SVG2/eltindex.html */
const ELEMENTS = new Set(
  [
    'a animate animateMotion animateTransform circle clipPath defs desc ellipse filter g image line linearGradient',
    'marker mask metadata mpath path pattern polygon polyline radialGradient rect set stop style svg switch symbol',
    'text textPath title tspan use view font font-face font-face-name font-face-src glyph hkern missing-glyph vkern',
    'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap',
    'feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode',
    'feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence',
  ].flatMap((names) => names.split(' ')),
)

/** Matches an address that a drawing may contain: an element of the drawing itself, or an embedded picture or font. */
const EMBEDDED = /^(?:#|data:(?:image\/(?:png|jpeg|gif|webp|avif)|(?:application\/)?(?:x-)?font[/-][\w+.-]+)[;,])/i
const LINK = /^(?:#|https?:|mailto:)/i
/** Matches the parts of a style that load a file, or that an escape could hide. */
const LOADS = /@import|\\|\b(?:url|src|image|image-set|cross-fade|element)\(\s*(["']?)([^"')]*)/gi
const LENGTH = /^\s*[\d.]+(?:px|pt|pc|mm|cm|in|em)?\s*$/
const ENCODING = /^(?:utf-?8|us-ascii)$/i

const unsafe = (what: string): SvgProblem => ({
  message: `this drawing contains ${what}`,
  help: 'Export it again without scripts, links to other files and backslashes in styles, or save it as PNG.',
})

/**
 * Explains why an SVG file cannot be published and how to fix it; undefined if it can be published. Browsers show
 * drawings as images, which run no scripts, but visitors can also open the file itself.
 */
export function findSvgProblem(svg: string): SvgProblem | undefined {
  const parser = new SaxesParser({ xmlns: true })
  let problem: SvgProblem | undefined
  let root: SaxesTagNS | undefined
  let style = ''
  const stack: SaxesTagNS[] = []
  parser.on('error', (error) => {
    problem ??= {
      message: `this drawing is not valid XML: ${error.message.replace(/^undefined:/, '')}`,
      help: 'Export it again, or save it as PNG.',
    }
  })
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (ENCODING.test(encoding)) return
    problem ??= { message: `this drawing has the encoding ${encoding}`, help: 'Save it in UTF-8.' }
  })
  parser.on('doctype', (text) => {
    if (text.includes('[')) problem ??= unsafe('definitions in its DOCTYPE')
  })
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') problem ??= unsafe('a link to a style sheet')
  })
  parser.on('opentag', (tag) => {
    root ??= tag
    stack.push(tag)
    problem ??= findTagProblem(tag)
  })
  const addText = (text: string) => {
    if (stack.at(-1)?.local === 'style') style += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (stack.pop()?.local !== 'style') return
    problem ??= findStyleProblem(style)
    style = ''
  })
  parser.write(svg).close()
  return problem ?? findSizeProblem(root)
}

function findTagProblem({ uri, local, attributes }: SaxesTagNS): SvgProblem | undefined {
  if (EXECUTABLE.includes(uri) || (uri === SVG && !ELEMENTS.has(local))) return unsafe(`the element <${local}>`)
  if (uri !== SVG) return undefined
  for (const { name, local: attribute, value } of Object.values(attributes)) {
    if (/^on/i.test(attribute)) return unsafe(`a script (${name})`)
    const address = value.trim()
    const allowed = local === 'a' ? LINK : EMBEDDED
    if (/^(?:href|src|base)$/i.test(attribute) && !allowed.test(address)) return unsafe(`a link to ${shorten(address)}`)
    if (attribute === 'attributeName' && /href$|^on/i.test(address)) return unsafe(`an animated ${address}`)
    const problem = findStyleProblem(value)
    if (problem) return problem
  }
  return undefined
}

/** Finds a part of a style or presentation attribute that loads a file. */
function findStyleProblem(style: string): SvgProblem | undefined {
  for (const [found, , address = ''] of style.matchAll(LOADS))
    if (!EMBEDDED.test(address.trim())) return unsafe(`a style that loads other files (${shorten(found)})`)
  return undefined
}

function findSizeProblem(root: SaxesTagNS | undefined): SvgProblem | undefined {
  if (root?.uri !== SVG || root.local !== 'svg')
    return {
      message: 'this drawing does not begin with an <svg> element that names the SVG namespace',
      help: `Add xmlns="${SVG}" to its <svg>.`,
    }
  const has = (name: string) => LENGTH.test(root.attributes[name]?.value ?? '')
  if (root.attributes.viewBox || (has('width') && has('height'))) return undefined
  return {
    message: 'this drawing has no size: neither a viewBox nor a width and a height',
    help: 'Export it again with a viewBox.',
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
