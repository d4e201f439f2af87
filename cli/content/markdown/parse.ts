import type { Root } from 'mdast'
import { exit, Failure } from '../../diagnostics/failure.ts'

const { markdownToMdast } = await import('satteri').catch(() => {
  throw new Failure(
    `The markdown parser "satteri" is not installed for this system (${process.platform} ${process.arch}). Run "npm ci".
If that does not help, install the portable build: npm install --no-save --force @bruits/satteri-wasm32-wasi`,
    exit.cannotRun,
  )
})

/** Enables CommonMark and GitHub's extensions only. */
const features = { gfm: true, frontmatter: false }

/**
 * Parses markdown into a tree (https://github.com/syntax-tree/mdast) that equals remark's:
 * tests/unit/markdown-oracle.test.ts compares them and lists the differences. Offsets are in UTF-16 code units.
 */
export function parseMarkdown(text: string): Root {
  // U+0000 becomes the replacement character: https://spec.commonmark.org/0.31.2/#insecure-characters
  return markdownToMdast(text.replaceAll('\0', '\uFFFD'), { features }) as Root
}
