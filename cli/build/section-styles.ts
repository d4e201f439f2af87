import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const LINE = '@import "../sections/*/*.css";'

/** Puts the stylesheets of all sections in the place of the one line that asks for them: CSS has no such import. */
export function sectionStyles(): Plugin {
  return {
    name: 'section-styles',
    enforce: 'pre',
    transform(code, id) {
      const [file = ''] = id.split('?')
      if (!file.endsWith('.css') || !code.includes(LINE)) return undefined
      const sections = path.join(path.dirname(file), '..', 'sections')
      const sheets = readdirSync(sections, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.css'),
      )
      return code.replace(
        LINE,
        sheets
          .sort()
          .map((name) => `@import "../sections/${name}";`)
          .join('\n'),
      )
    },
  }
}
