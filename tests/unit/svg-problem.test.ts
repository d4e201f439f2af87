import { describe, expect, it } from 'vitest'
import { findSvgProblem } from '../../cli/content/svg-problem.ts'

const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const PIXEL = 'data:image/png;base64,iVBORw0KGgo='
const draw = (inside: string, attributes = '') => `<svg ${XMLNS} viewBox="0 0 9 9" ${attributes}>${inside}</svg>`

describe('findSvgProblem', () => {
  it.each([
    ['shapes, gradients and text', draw('<defs><linearGradient id="a"/></defs><path d="M0 0h9" fill="url(#a)"/>')],
    [
      'a namespace prefix',
      '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="9mm" height="9"><s:path d="M0 0"/></s:svg>',
    ],
    ['a style', draw('<style>@namespace svg; .a > path { fill: url("#a"); font-family: "My Font" }</style>')],
    ['a style as CDATA', draw('<style><![CDATA[.a{fill:red}]]></style>')],
    ['an embedded picture', draw(`<image href="${PIXEL}"/><image xlink:href=" ${PIXEL}"/>`)],
    ['an embedded font', draw('<style>@font-face { src: url(data:font/woff2;base64,AA) }</style>')],
    ['a reference to its own shape', draw('<use href="#a"/><use xlink:href="#b"/>')],
    ['a link', draw('<a href="https://harbor.example">text</a>')],
    [
      'elements of a drawing program',
      draw('<i:view i:on="1" xmlns:i="http://www.inkscape.org/namespaces/inkscape"><i:grid href="x"/></i:view>'),
    ],
    ['words about scripts', draw('<title>javascript: &lt;script onload="x"></title><desc>on script = 1</desc>')],
    ['a DOCTYPE', `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD" "a.dtd">${draw('')}`],
    ['an animation', draw('<rect><animate attributeName="x" from="0" to="9"/></rect>')],
  ])('accepts a drawing with %s', (_, svg) => {
    expect(findSvgProblem(svg)).toBeUndefined()
  })

  it.each([
    ['a script', draw('<script>1</script>'), '<script>'],
    ['a script with a prefix', draw('<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>'), '<script>'],
    ['a script of another prefix', draw('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>'), '<script>'],
    ['HTML', draw('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'), '<foreignObject>'],
    ['an event handler', draw('<path onload="x()"/>'), 'onload'],
    ['an encoded javascript: link', draw('<a xlink:href="java&#115;cript:x()">a</a>'), 'javascript:x()'],
    ['a javascript: link with a tab', draw('<a href="java&#9;script:x()">a</a>'), 'a link to java'],
    [
      'a link under another prefix',
      draw('<a l:href="javascript:x" xmlns:l="http://www.w3.org/1999/xlink"/>'),
      'a link',
    ],
    ['an external picture', draw('<image href="https://tracker.example/a.png"/>'), 'https://tracker.example/a.png'],
    ['a picture beside it', draw('<image href="a.png"/>'), 'a link to a.png'],
    ['an embedded drawing', draw('<image href="data:image/svg+xml,x"/>'), 'data:image/svg+xml'],
    ['an external shape', draw('<use href="a.svg#b"/>'), 'a link to a.svg#b'],
    ['another base address', draw('', 'xml:base="https://tracker.example/"'), 'a link to https://tracker.example/'],
    ['an import', draw('<style>@import "https://tracker.example/a.css";</style>'), '@import'],
    ['an import as CDATA', draw('<style><![CDATA[@imp]]>ort "a.css";</style>'), '@import'],
    ['an escaped import', draw('<style>@\\69mport "a.css";</style>'), '(\\)'],
    ['a style that loads a file', draw('<path style="fill: URL( https://tracker.example/a )"/>'), 'loads other files'],
    ['an attribute that loads a file', draw('<path fill="url(a.svg#b)"/>'), 'url(a.svg#b'],
    ['a set of images', draw('<style>.a{mask:image-set("a.png" 1x)}</style>'), 'image-set("a.png'],
    ['a style sheet', `<?xml-stylesheet href="a.css"?>${draw('')}`, 'a link to a style sheet'],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${draw('')}`, 'its DOCTYPE'],
    ['an animated link', draw('<a><set attributeName="xlink:href" to="javascript:x"/></a>'), 'an animated xlink:href'],
    ['a missing end tag', `<svg ${XMLNS} viewBox="0 0 9 9"><path>`, 'not valid XML'],
    ['a prefix without a namespace', draw('<x:a/>'), 'unbound namespace prefix'],
    ['UTF-16', `\uFFFD\uFFFD<\0s\0v\0g`, 'not valid XML'],
    ['another encoding', `<?xml version="1.0" encoding="iso-2022-jp"?>${draw('')}`, 'the encoding iso-2022-jp'],
    ['no namespace', '<svg viewBox="0 0 9 9"/>', 'names the SVG namespace'],
    ['another root', `<g ${XMLNS}/>`, 'does not begin with an <svg>'],
    ['no size', `<svg ${XMLNS} width="100%" height="9"/>`, 'no size'],
  ])('rejects a drawing with %s', (_, svg, message) => {
    expect(findSvgProblem(svg)?.message).toContain(message)
  })
})
