import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fail, root } from './install.mjs'

/** Moves "Unreleased" in CHANGELOG.md to the new version. `npm version` runs this before and after setting it. */
const file = path.join(root, 'CHANGELOG.md')
const text = readFileSync(file, 'utf8')
const [, notes = ''] = /^## Unreleased\n(.*?)(?=^## |(?![\s\S]))/ms.exec(text) ?? []
if (!/^- /m.test(notes))
  fail('CHANGELOG.md has nothing under "## Unreleased". Add the changes that users notice, then release.', 1)
if (process.env.npm_lifecycle_event === 'version') {
  const heading = `## ${process.env.npm_new_version} - ${new Date().toISOString().slice(0, 10)}`
  writeFileSync(
    file,
    text.replace('## Unreleased\n', () => `## Unreleased\n\n${heading}\n`),
  )
}
