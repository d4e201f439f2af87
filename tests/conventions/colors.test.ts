import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { getHexColor } from '../../src/theme/tokens.ts'

/** Files that may contain literal colors, each with the reason. */
const EXEMPT: Record<string, string> = {
  'src/theme/tokens.css': 'the definition',
  'src/drawings/portrait/colors.ts': 'colors of skin and hair, which nothing else uses',
  'cli/rules/colors.ts': 'an example of a rejected color',
  'cli/dev/browser/overlay.ts': 'covers pages whose own styles may be broken',
}

const LITERAL =
  /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?![-\w])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.]/i

describe('colors', () => {
  it('are defined only in tokens.css', () => {
    const files = ['src', 'cli', 'relay'].flatMap((folder) =>
      readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name}`)
        .filter((name) => /\.(?:css|tsx?|mjs)$/.test(name)),
    )
    expect(files.length).toBeGreaterThan(300)
    const written = files.flatMap((file) => {
      const literal = LITERAL.exec(readFileSync(path.join(projectRoot, file), 'utf8'))
      return literal ? `${file}: ${literal[0]}` : []
    })
    expect(written.filter((use) => !((use.split(':', 1)[0] ?? '') in EXEMPT))).toEqual([])
    expect(written).toHaveLength(Object.keys(EXEMPT).length)
  })

  it('are converted to hexadecimal for programs that do not support oklch', () => {
    expect(getHexColor('tag')).toBe('#f8d63b')
    expect(getHexColor('sheet')).toBe('#ffffff')
    expect([getHexColor('paper'), getHexColor('paper', 'dark')]).toEqual(['#f8fbfb', '#08151a'])
    // A token that both color schemes share is defined only once.
    expect(getHexColor('tag', 'dark')).toBe(getHexColor('tag'))
    expect(() => getHexColor('solid')).toThrow('tokens.css has no color --solid')
  })
})
