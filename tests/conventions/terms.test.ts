import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
// @ts-expect-error The package has no types.
import terminology from 'textlint-rule-terminology'
import { expect, it } from 'vitest'

/** Maps words or regular expressions to standard terms. Contains only words that are always wrong in this project. */
const TERMS = [
  ['mend(s|ed|ing)?\\b', 'fix'],
  ['anew\\b', 'again'],
  ['once more\\b', 'again'],
  ['who(so)?ever\\b', 'anyone who'],
  ['(lead|leads|led|leading) back\\b', 'roll back'],
  ['(lead|leads|led|leading) on\\b', 'redirect'],
  ['put(s|ting)? right\\b', 'fix'],
  ['(is|are|was|were|be) told\\b', 'report, list or warn'],
  ['e-mail(s?)', 'email$1'],
  ['web-?server(s?)', 'web server$1'],
  ['work-?flow file(s?)', 'workflow$1'],
]

const FOLDERS = ['.github', 'cli', 'deploy', 'docs', 'relay', 'scripts', 'src', 'tests']

it('documents and comments use the standard terms', async () => {
  const files = [
    ...FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true })),
    ...readdirSync('.', { withFileTypes: true }),
  ]
    .filter((entry) => entry.isFile() && /\.(?:md|tsx?|mjs|css)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) => !/node_modules|\.output|tests\/sites/.test(file) && file !== path.relative('.', import.meta.filename),
    )
  const kernel = new TextlintKernel()
  const problems = await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(file, 'utf8')
      const { messages } = await kernel.lintText(file.endsWith('.md') ? text : commentsOf(text), {
        ext: '.md',
        plugins: [{ pluginId: 'markdown', plugin: markdown }],
        rules: [{ ruleId: 'terminology', rule: terminology, options: { defaultTerms: false, terms: TERMS } }],
      })
      return messages.map(({ line, message }) => `${file}:${line} ${message}`)
    }),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(problems.flat()).toEqual([])
})

/** Returns the comments of a source file as Markdown, each on its own line. */
function commentsOf(source: string): string {
  return source
    .split('\n')
    .map((line) => (/^\s*(?:\/\/|\/?\*)/.test(line) ? line.replace(/^[\s/*]+|\*\/$/g, '') : ''))
    .join('\n')
}
