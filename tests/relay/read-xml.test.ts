import { describe, expect, test } from 'vitest'
import { readXml } from '../../relay/intake/documents/read-xml.ts'

const CHUNK = 64 * 1024
const MB = 1024 * 1024

/** Yields XML in chunks, and counts them. */
function createSource(xml: string) {
  const bytes = Buffer.from(xml)
  const source = {
    chunks: 0,
    async *[Symbol.asyncIterator]() {
      for (let at = 0; at < bytes.length; at += CHUNK) {
        source.chunks += 1
        yield bytes.subarray(at, at + CHUNK)
      }
    },
  }
  return source
}

describe('readXml', () => {
  const long = 'a'.repeat(8 * MB)

  test.each([
    ['a tag name', `<${long}/>`],
    ['a closing tag name', `<a></${long}>`],
    ['an attribute name', `<a ${long}="">`],
    ['an attribute value', `<a b="${long}"/>`],
    ['a text', `<a>${long}</a>`],
    ['white space', `<a>${' '.repeat(8 * MB)}</a>`],
    ['line feeds', `<a>${'\n'.repeat(8 * MB)}</a>`],
    ['white space before the root element', ' '.repeat(8 * MB)],
    ['white space in a tag', `<a${' '.repeat(8 * MB)}/>`],
    ['a text of character references', `<a>${'&#97;'.repeat(1.6 * MB)}</a>`],
    ['an entity name', `<a>&${long};</a>`],
    ['a comment', `<a><!--${long}--></a>`],
    ['a CDATA section', `<a><![CDATA[${long}]]></a>`],
    ['a CDATA section of brackets', `<a><![CDATA[${']'.repeat(8 * MB)}]]></a>`],
    ['a processing instruction', `<?a ${long}?><a/>`],
    ['a processing instruction name', `<?${long}?><a/>`],
    ['a document type', `<!DOCTYPE ${long}><a/>`],
    ['a tag with many attributes', `<a ${Array.from({ length: MB }, (_, at) => `b${at}=""`).join(' ')}/>`],
    ['many nested tags', '<a>'.repeat(2 * MB)],
  ])('stops before the 20th of 128 chunks that consist of %s', async (_name, xml) => {
    const source = createSource(xml)
    await expect(readXml(source, {})).rejects.toThrow('complex')
    expect(source.chunks).toBeLessThan(20)
  })

  test('stops before the 20th chunk of malformed XML', async () => {
    for (const xml of [
      '<'.repeat(MB),
      `<a>${'&'.repeat(8 * MB)}`,
      `<a ${'b=""'.repeat(MB)}>`,
      `<a>${'</b>'.repeat(MB)}`,
    ]) {
      const source = createSource(xml)
      await expect(readXml(source, {})).rejects.toThrow()
      expect(source.chunks).toBeLessThan(20)
    }
  })

  test('reports all elements and texts of a long document, and lets other events run after each chunk', async () => {
    const source = createSource(`<a>${'<b c="d">e</b>'.repeat(100_000)}</a>`)
    let [elements, texts, iterations] = [0, '', 0]
    let isReading = true
    const count = () => {
      iterations += 1
      if (isReading) setImmediate(count)
    }
    setImmediate(count)
    await readXml(source, {
      onOpen: (name, attributes) => void (name === 'b' && attributes('c') === 'd' && elements++),
      onText: (text) => {
        texts += text
      },
    })
    isReading = false
    expect([elements, texts]).toEqual([100_000, 'e'.repeat(100_000)])
    expect(iterations).toBeGreaterThanOrEqual(source.chunks)
  })
})
