import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import subsetFont from 'subset-font'
import { projectRoot } from '../cli/paths.ts'

/**
 * `npm run fonts` generates the files in src/theme/fonts, which contain only Latin letters, common punctuation, and the
 * weights that the styles use. Run it when a font, a weight or one of the character sets changes.
 */
const packages = path.join(projectRoot, 'node_modules', '@fontsource-variable')
const target = path.join(projectRoot, 'src', 'theme', 'fonts')

const latin = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('')
const accented = '\u00a0éèêëáàâäãåçíïñóôöøúüßÉÖÜ©®°½§'
const marks = '–—‘’“”…•™−→←↑↓×·'

/** OpenType features to keep: letter shaping and tabular figures, but no alternates. */
const features = ['ccmp', 'locl', 'kern', 'mark', 'mkmk', 'liga', 'lnum', 'tnum']

const fonts = [
  {
    file: 'newsreader.woff2',
    from: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    axes: { wght: 650, opsz: 14 },
    text: `${latin}éèáàäçíñóöúüÉ–—‘’“”…•™−→`,
  },
  {
    file: 'nunito.woff2',
    from: 'nunito/files/nunito-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 650 } },
    text: latin + accented + marks,
  },
  {
    file: 'bricolage.woff2',
    from: 'bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    axes: { wght: 650, opsz: 36, wdth: 100 },
    text: `${latin}éèáàäçíñóöúüÉ–—‘’“”…•™−→`,
  },
  {
    file: 'hanken.woff2',
    from: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
    text: latin + accented + marks,
  },
  {
    file: 'geist-mono.woff2',
    from: 'geist-mono/files/geist-mono-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
    text: latin + marks,
  },
]

for (const { file, from, axes, text } of fonts) {
  const font = await subsetFont(readFileSync(path.join(packages, from)), text, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: features,
    noHinting: true,
  })
  writeFileSync(path.join(target, file), font)
  process.stdout.write(`${file}  ${font.length.toLocaleString('en-US')} bytes\n`)
}
