import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createFontFinder, listFonts, omitUnusedFonts } from '../../cli/build/select-fonts.ts'
import { applyFileChanges } from '../../cli/editor/files/entry.ts'
import { clothesColors, grounds } from '../../src/drawings/portrait/colors.ts'
import { createPortraitStylesheet } from '../../src/drawings/portrait/theme-styles.ts'
import { siteSchema } from '../../src/entries/site.ts'
import { getContrastRatio } from '../../src/theme/contrast.ts'
import { parseHexColor, toHexColor } from '../../src/theme/oklch.ts'
import {
  createThemeStylesheet,
  getThemeColor,
  listFontFiles,
  omitUnusedFontFaces,
  selectFontFaces,
  type Theme,
} from '../../src/theme/theme.ts'
import { createAccentStylesheet, getHexColor, type Scheme } from '../../src/theme/tokens.ts'
import { createRandom } from '../random.ts'
import { createHarborFolder } from './harbor-folder.ts'

const standard = siteSchema.shape.theme.parse(undefined)
const random = createRandom(55)
const randomColors = Array.from({ length: 400 }, () => {
  const value = Math.floor(random() * 2 ** 24)
  return `#${value.toString(16).padStart(6, '0')}`
})
const extremes = ['#000000', '#ffffff', '#ffff00', '#00ffff', '#0000ff', '#ff00ff', '#7f7f7f']

/** Colors of text, and the backgrounds on which text has them. */
const texts: [Scheme, texts: string[], grounds: string[]][] = [
  ...(['light', 'dark'] as const).map((scheme): [Scheme, string[], string[]] => [
    scheme,
    ['ink', 'muted', 'cobalt', 'error', 'ok'],
    ['paper', 'sheet', 'fill'],
  ]),
  ['light', ['night-text', 'night-muted'], ['night', 'night-2']],
  ['dark', ['night-text', 'night-muted'], ['night', 'night-2']],
  ['night', ['cobalt', 'error', 'ok'], ['night', 'night-2']],
  ['light', ['on-solid'], ['ink']],
  ['dark', ['on-solid'], ['ink']],
  ['night', ['on-solid'], ['night-text']],
]

describe('getThemeColor', () => {
  it('returns colors with which all text is readable, whatever the second color', () => {
    const faint = [undefined, ...extremes, ...randomColors].flatMap((secondary) =>
      texts.flatMap(([scheme, tokens, grounds]) =>
        tokens.flatMap((token) =>
          grounds.flatMap((ground) => {
            const [front, back] = [token, ground].map((name) => getThemeColor(name, { secondary }, scheme))
            const ratio = getContrastRatio(front ?? '', back ?? '')
            return ratio < 4.5 ? `${secondary} ${scheme} ${token} on ${ground}: ${ratio.toFixed(2)}` : []
          }),
        ),
      ),
    )
    expect(faint).toEqual([])
  })

  it('keeps the borders of fields visible', () => {
    for (const secondary of [...extremes, ...randomColors])
      for (const scheme of ['light', 'dark'] as const)
        for (const ground of ['paper', 'sheet']) {
          const [border = '', back = ''] = ['field', ground].map((name) => getThemeColor(name, { secondary }, scheme))
          expect(getContrastRatio(border, back), `${secondary} ${scheme} ${ground}`).toBeGreaterThanOrEqual(3)
        }
  })

  it('shows the second color itself on light pages if it is readable, and otherwise a darker shade of its hue', () => {
    expect(getThemeColor('cobalt', { secondary: '#7a1f2b' })).toBe('#7a1f2b')
    const shade = parseHexColor(getThemeColor('cobalt', { secondary: '#f2b84b' }))
    const color = parseHexColor('#f2b84b')
    expect(shade[0]).toBeLessThan(color[0] - 0.2)
    expect(Math.abs(shade[2] - color[2])).toBeLessThan(10)
  })

  it('keeps gray pages for a gray second color, and the colors of errors and accents for any', () => {
    const [, chroma] = parseHexColor(getThemeColor('night', { secondary: '#777777' }))
    expect(chroma).toBeLessThan(0.002)
    for (const token of ['tag', 'on-tag', 'error', 'coral'])
      expect(getThemeColor(token, { secondary: '#7a1f2b' })).toBe(getHexColor(token))
  })
})

it('parseHexColor is the inverse of toHexColor', () => {
  for (const color of [...extremes, ...randomColors]) expect(toHexColor(parseHexColor(color))).toBe(color)
})

describe('createThemeStylesheet', () => {
  it('is empty for the default theme, and otherwise contains only what differs', () => {
    expect(createThemeStylesheet(standard)).toBe('')
    expect(createThemeStylesheet({ ...standard, drawings: 'neutral' }, '#7fd1ae')).toBe(
      createAccentStylesheet('#7fd1ae'),
    )
    expect(createThemeStylesheet({ ...standard, corners: 'round' })).toBe(':root{--r2:10px;--r6:18px}')
    expect(createThemeStylesheet({ ...standard, fonts: 'serif' })).toMatch(/^:root\{--display:"Newsreader",[^;]+\}$/)
  })

  it('sets the colors of each scheme, and leaves printed pages black on white', () => {
    const styles = createThemeStylesheet({ ...standard, secondary: '#7a1f2b' })
    expect(styles).toMatch(
      /^:root\{--paper:#.+\}@media\(prefers-color-scheme:dark\)\{:root\{.+\}\}\.night\{.+\}@media print\{:root,\.night\{--paper:white;.*--ink:black;.*--cobalt:#7a1f2b\}\}$/,
    )
    expect(styles).not.toMatch(/--(?:tag|error|veil|display|r2):/)
  })
})

it('selectFontFaces keeps only the fonts of the theme, those for headings first', () => {
  const css = readFileSync(path.resolve(import.meta.dirname, '../../src/theme/fonts.css'), 'utf8')
  const filesOf = (fonts: Theme['fonts']) =>
    [...selectFontFaces(css, { fonts }).matchAll(/fonts\/([\w-]+)\.woff2/g)].map(([, file]) => file)
  expect(filesOf('grotesque')).toEqual(['bricolage', 'hanken', 'geist-mono'])
  expect(filesOf('serif')).toEqual(['newsreader', 'hanken', 'geist-mono'])
  expect(filesOf('rounded')).toEqual(['nunito', 'geist-mono'])
})

it('selectFontFaces keeps own fonts in the font stacks of the stylesheet instead of those that they replace', () => {
  const face = (family: string) => `@font-face{font-family:${family};src:url(/assets/${family.toLowerCase()}.woff2)}`
  const css = `${face('Bricolage')}${face('Hanken')}${face('Own')}${face('Unused')}:root{--display:Own, "Georgia",serif}`
  const kept = selectFontFaces(css, standard)
  expect([...kept.matchAll(/assets\/(\w+)\.woff2/g)].map(([, file]) => file)).toEqual(['hanken', 'own'])
})

describe('preloaded fonts', () => {
  const face = (family: string, file: string, range = '') =>
    `@font-face{font-family:${family};src:url(/assets/${file}.woff2)${range && `;unicode-range:${range}`}}`

  it('are those with basic Latin letters', () => {
    const own = `${face('Own', 'own', 'U+0000-00FF')}${face('Own', 'polish', 'U+104-107,U+118-119')}${face('Own', 'vague', 'U+??')}`
    const css = `${face('Hanken', 'hanken')}${own}:root{--display:Own,serif}`
    expect(listFonts(css, standard)).toEqual({
      heading: '/assets/hanken.woff2',
      others: ['/assets/own.woff2', '/assets/vague.woff2'],
    })
  })

  it('omit a font that the styles of a page only declare', () => {
    const css = face('Hanken', 'hanken') + face('Geist Mono', 'mono')
    const links = ['hanken', 'mono'].map((name) => `<link rel="preload" href="/assets/${name}.woff2" as="font"/>`)
    const omit = (styles: string) => omitUnusedFonts(links.join(''), css + styles, listFontFiles(css, standard))
    expect(omit(':root{--text:Hanken}')).toBe(links[0])
    expect(omit(':root{--text:Hanken;--mono:"Geist Mono"}')).toBe(links.join(''))
  })
})

it('drawn portraits have the second color and the accent color instead of those of the tokens', () => {
  expect(createPortraitStylesheet(standard)).toBe('')
  const styles = createPortraitStylesheet({ ...standard, secondary: '#7a1f2b' }, '#7fd1ae')
  const rules = Object.fromEntries(
    [...styles.matchAll(/\.face \[fill="(#\w+)"\]\{fill:(#\w+)\}/g)].map(([, ...rule]) => rule),
  )
  const { blue, ink, yellow } = clothesColors
  expect(rules).toMatchObject({ [yellow]: '#7fd1ae', [grounds.yellow]: '#7fd1ae' })
  const [hue, ...others] = [grounds.blue, blue, grounds.pale, grounds.night, ink].map(
    (color) => parseHexColor(rules[color])[2],
  )
  for (const other of others) expect(Math.abs(other - (hue ?? 0))).toBeLessThan(10)
})

describe('fonts for letters that the fonts of a theme lack', () => {
  const folder = path.resolve(import.meta.dirname, '../../src/theme')
  const [basic = '', extended = ''] = ['fonts.css', 'extended-fonts.css'].map((name) =>
    readFileSync(path.join(folder, name), 'utf8').replaceAll('./fonts/', '/'),
  )
  const namesOf = (styles: string) => [...styles.matchAll(/\/([\w-]+)\.woff2/g)].map(([, name]) => name)

  it('are in the styles of pages with these letters, and published by sites with such pages', () => {
    const usedFor = (text: string, fonts: Theme['fonts'] = 'grotesque') => {
      const css = basic + extended
      const finder = createFontFinder(css, { ...standard, fonts })
      finder.add(text)
      const styles = namesOf(omitUnusedFontFaces(selectFontFaces(css, { fonts }), `<p>${text}</p>`))
      expect([...finder.files].map((file) => file.replace(/^\/|\.woff2$/g, '')).sort()).toEqual([...styles].sort())
      return styles
    }
    const own = ['bricolage', 'hanken', 'geist-mono']
    expect(usedFor('“Prêt-à-porter”, 2 × €5 – Привет')).toEqual([...own, 'bricolage-accents'])
    expect(usedFor('Café, schön, 2 × €5 – Привет')).toEqual(own)
    expect(usedFor('Où est l’œuf ?')).toEqual([...own, 'bricolage-accents', 'hanken-accents'])
    expect(usedFor('Tomasz Zieliński', 'serif')).toEqual([
      ...['newsreader', 'hanken', 'geist-mono'],
      ...['newsreader-extended', 'hanken-extended'],
    ])
    expect(usedFor('Diyarbakır Beyoğlu', 'rounded').slice(2)).toEqual(['nunito-accents', 'nunito-extended'])
  })
})

describe('site check', () => {
  const harbor = createHarborFolder()
  afterAll(() => harbor.remove())

  it('warns at the line of a second color that light pages cannot show', async () => {
    const theme = 'theme:\n  secondary: "#f2b84b"\n  corners: soft\n'
    const { problems } = await harbor.edit('site.yaml', /^(?=url:)/m, theme)
    expect(problems).toMatchObject([
      { rule: 'color/contrast', severity: 'warning', file: 'harbor/site.yaml', found: '#f2b84b', line: 12, column: 14 },
    ])
    expect(problems[0]?.message).toContain(`light pages show ${getThemeColor('cobalt', { secondary: '#f2b84b' })}`)
  })

  it("accepts the theme in the maintainer's guide", async () => {
    const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/maintainers.md'), 'utf8')
    const [, example = ''] = /```yaml\n(accent: [^`]+)```/.exec(guide) ?? []
    const { problems, content } = await harbor.edit('site.yaml', /^(?=url:)/m, example)
    expect(problems).toEqual([])
    const { secondary, fonts } = content?.site.theme ?? {}
    expect([secondary, fonts]).toEqual(['#7a2e1d', 'serif'])
  })

  it('reports an unknown setting, choice and color of a theme', async () => {
    const theme = 'theme: { secondary: red, drawings: shelves, font: serif }\n'
    const { problems } = await harbor.edit('site.yaml', /^(?=url:)/m, theme)
    expect(problems.map(({ rule }) => rule).sort()).toEqual(['schema/choice', 'schema/format', 'schema/unknown-key'])
  })
})

it('the editor adds a theme at its place in site.yaml', () => {
  const set = (path: string[], value: unknown) => ({ kind: 'set' as const, path, value })
  const text = 'name: Harbor\nurl: https://harbor.example\n'
  const changes = [set(['theme'], { corners: 'round' }), set(['theme', 'secondary'], '#7a1f2b')]
  expect(applyFileChanges('content/site.yaml', Buffer.from(text), changes).toString()).toBe(
    'name: Harbor\ntheme:\n  corners: round\n  secondary: "#7a1f2b"\nurl: https://harbor.example\n',
  )
})
