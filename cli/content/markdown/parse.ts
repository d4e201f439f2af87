import type { Root } from 'mdast'
import { exit, Failure } from '../../diagnostics/failure.ts'

const { markdownToMdast } = await import('satteri').catch(() => {
  throw new Failure(
    `The markdown parser "satteri" is not there for this system (${process.platform} ${process.arch}): run "npm ci".
Where that does not help, the one for every system does: npm install --no-save --force @bruits/satteri-wasm32-wasi`,
    exit.cannotRun,
  )
})

/** CommonMark and GitHub's additions, and nothing else that the parser knows. */
const features = { gfm: true, frontmatter: false }

/**
 * A markdown text as a tree (https://github.com/syntax-tree/mdast), the same that remark makes of it:
 * tests/unit/markdown-oracle.test.ts compares them and lists what differs. Offsets count as in JavaScript's strings.
 */
export function parseMarkdown(text: string): Root {
  // U+0000 is shown as an unknown character: https://spec.commonmark.org/0.31.2/#insecure-characters
  return markdownToMdast(text.replaceAll('\0', '\uFFFD'), { features }) as Root
}
