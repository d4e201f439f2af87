import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { hexOf } from '../../src/theme/tokens.ts'

/** Where a colour may be written that is no token, and why. */
const APART: Record<string, string> = {
  'src/theme/tokens.css': 'the definition',
  'cli/rules/accent.ts': 'an example of a color that cannot be',
  'cli/dev/browser/overlay.ts': 'lies over pages whose own styles may be what is broken',
}

const LITERAL =
  /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?![-\w])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.]/i

describe('colours', () => {
  it('are written in tokens.css and nowhere else', () => {
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
    expect(written.filter((one) => !((one.split(':', 1)[0] ?? '') in APART))).toEqual([])
    expect(written).toHaveLength(Object.keys(APART).length)
  })

  it('are the same for what knows no oklch', () => {
    expect(hexOf('tag')).toBe('#f8d63b')
    expect(hexOf('sheet')).toBe('#ffffff')
    expect([hexOf('paper'), hexOf('paper', 'dark')]).toEqual(['#f8fbfb', '#08151a'])
    // The same in both schemes stands once.
    expect(hexOf('tag', 'dark')).toBe(hexOf('tag'))
    expect(() => hexOf('solid')).toThrow('tokens.css has no colour --solid')
  })
})
