import postcss from 'postcss'
import { describe, expect, it } from 'vitest'
import { type HeaderRule, headersFile, headersFor } from '../../cli/build/headers.ts'
import { createStyler, keepRules } from '../../cli/build/styles.ts'
import { STYLE_SLOT } from '../../src/entry/render-input.ts'
import { jsonForHtml } from '../../src/layout/head.tsx'

describe('the styles of a page', () => {
  const keep = (css: string, ...components: string[]) => keepRules(postcss.parse(css), new Set(components))

  it('are those of its components; rules without a class stay', () => {
    expect(keep('h1{a:b}.hero h1{c:d}.hero-x{e:f}.card,.hero{g:h}', 'hero')).toBe(
      'h1{a:b}.hero h1{c:d}.hero-x{e:f}.hero{g:h}',
    )
  })

  it('leave no empty block behind, and keep the order of layers', () => {
    expect(keep('@layer a,b;@layer b{@media print{.card{a:b}}}', 'hero')).toBe('@layer a,b')
  })

  it('need one of the alternatives in :is(), and nothing of :not()', () => {
    expect(keep(':is(.card,.hero) p{a:b}', 'hero')).toBe(':is(.card,.hero) p{a:b}')
    expect(keep('.hero:not(.card){a:b}', 'hero')).toBe('.hero:not(.card){a:b}')
  })

  it('hold all pictures or none', () => {
    const css = '@layer pictures{.pic{a:b}.fall{c:d}}'
    expect(keep(css, 'pic')).toBe(css)
    expect(keep(css, 'fall')).toBe('')
    expect(keep('@layer drawings{.map{a:b}.pair{c:d}}', 'draw')).toBe('@layer drawings{.map{a:b}.pair{c:d}}')
    expect(keep('@layer drawings{.map{a:b}}', 'pic', 'map')).toBe('')
  })

  it('are the same, with the same hash, for pages of the same components', () => {
    const style = createStyler('.hero{a:b}.hero-big{c:d}')
    const first = style(`${STYLE_SLOT}<i class="hero"></i>`)
    const second = style(`${STYLE_SLOT}<i class="hero hero-big"></i>`)
    expect(first.hash).toBe(second.hash)
    expect(first.html).toContain('<style>.hero{a:b}.hero-big{c:d}</style>')
  })

  it('are those of its very classes where a page is alone of its kind', () => {
    const style = createStyler('.hero{a:b}.hero-big{c:d}@layer drawings{.map{e:f}.draw{g:h}}')
    expect(style(`${STYLE_SLOT}<i class="hero draw"></i>`, true).html).toContain(
      '<style>.hero{a:b}@layer drawings{.draw{g:h}}</style>',
    )
  })

  it('leave print to the whole stylesheet', () => {
    const style = createStyler('.hero{a:b}@media print{.hero{c:d}}')
    expect(style(`${STYLE_SLOT}<i class="hero"></i>`).html).toContain('<style>.hero{a:b}</style>')
  })
})

describe('header rules', () => {
  const rules: HeaderRule[] = [
    { path: '/*', headers: { A: '1', B: '2' } },
    { path: '/assets/*', headers: { A: '3' } },
  ]

  it('add up, later ones over earlier ones', () => {
    expect(headersFor(rules, '/about')).toEqual({ A: '1', B: '2' })
    expect(headersFor(rules, '/assets/x.js')).toEqual({ A: '3', B: '2' })
  })

  it('are written so that a host does not send a header twice', () => {
    expect(headersFile(rules)).toBe('/*\n  A: 1\n  B: 2\n\n/assets/*\n  ! A\n  A: 3\n')
  })
})

it('JSON inside a document cannot end its element', () => {
  expect(jsonForHtml({ a: '</script><script>' })).toBe('{"a":"\\u003c/script>\\u003cscript>"}')
})
