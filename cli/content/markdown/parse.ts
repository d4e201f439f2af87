import type { Root } from 'mdast'
import { exitCodes, Failure } from '../../diagnostics/failure.ts'

const { markdownToMdast } = await import('satteri').catch(() => {
  throw new Failure(
    `The markdown parser "satteri" is not installed for this system (${process.platform} ${process.arch}). Run "npm ci".
If that does not help, install the portable build: npm install --no-save --force @bruits/satteri-wasm32-wasi`,
    exitCodes.cannotRun,
  )
})

/** Enables only CommonMark and GitHub's extensions. */
const features = { gfm: true, frontmatter: false }

/**
 * Parses Markdown into the same tree (https://github.com/syntax-tree/mdast) as remark, except for the differences that
 * tests/unit/markdown-oracle.test.ts lists. Offsets are in UTF-16 code units.
 */
export function parseMarkdown(text: string): Root {
  // CommonMark requires parsers to replace U+0000 with U+FFFD: https://spec.commonmark.org/0.31.2/#insecure-characters
  return markdownToMdast(text.replaceAll('\0', '\uFFFD'), { features }) as Root
}
