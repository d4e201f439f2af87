import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fail, root } from './install.mjs'

/**
 * Moves "Unreleased" in CHANGELOG.md to the new version, and sets the version of all packages. `npm version` runs this
 * before and after it sets the version of the project; before, it only checks that there is something to release.
 */
const changelog = path.join(root, 'CHANGELOG.md')
const text = readFileSync(changelog, 'utf8')
const [, notes = ''] = /^## Unreleased\n(.*?)(?=^## |(?![\s\S]))/ms.exec(text) ?? []
if (!/^- /m.test(notes))
  fail('CHANGELOG.md has nothing under "## Unreleased". Add the changes that users notice, then release.', 1)
if (process.env.npm_lifecycle_event === 'version') {
  const version = process.env.npm_new_version
  const heading = `## ${version} - ${new Date().toISOString().slice(0, 10)}`
  writeFileSync(
    changelog,
    text.replace('## Unreleased\n', () => `## Unreleased\n\n${heading}\n`),
  )
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const manifests = workspaces.map((workspace) => path.join(workspace, 'package.json'))
  const names = manifests.map((file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).name)
  for (const file of manifests) editJson(file, (manifest) => setVersion(manifest, version, names))
  editJson('package-lock.json', ({ packages }) => {
    for (const workspace of workspaces) setVersion(packages[workspace], version, names)
  })
}

/** Sets the version of a package, and of the project's other packages that it depends on. */
function setVersion(manifest, version, names) {
  manifest.version = version
  for (const name of names) if (manifest.dependencies?.[name]) manifest.dependencies[name] = version
}

function editJson(file, edit) {
  const data = JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  edit(data)
  writeFileSync(path.join(root, file), `${JSON.stringify(data, null, 2)}\n`)
}
