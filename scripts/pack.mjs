import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildGuides, copyGuides } from './guides.mjs'
import { install, root } from './install.mjs'

/**
 * `npm run pack <folder>`: writes the packages to publish into the folder, as tarballs. `northshelf` contains the
 * compiled tool and page components next to their sources, which `site dev` loads. `@northshelf/relay` contains the
 * compiled relay and needs no other packages. `@northshelf/audit` contains no code but the imports of the audit's tools.
 */
install()
// Imports packages, which may have been missing until now.
const { compileForNode, ensureBundle, filesInside, LICENSES_FILE } = await import('../cli/build/bundle.mjs')
const target = path.resolve(process.argv[2] ?? 'packages')
const staging = mkdtempSync(path.join(tmpdir(), 'pack-'))
mkdirSync(target, { recursive: true })

pack('src', (folder) => cpSync(path.join(root, 'src'), folder, { recursive: true }))

const components = await ensureBundle('components')
const studio = await ensureBundle('studio')
const relay = await ensureBundle('relay')
pack('cli', (folder) => {
  cpSync(path.join(root, 'cli'), folder, { recursive: true })
  cpSync(components.folder, path.join(folder, 'dist', 'components'), { recursive: true })
  cpSync(studio.folder, path.join(folder, 'dist', 'studio'), { recursive: true })
  copyGuides(path.join(folder, 'docs'))
  buildGuides(path.join(folder, 'docs'))
  // The compiled tool refers to its sources by relative paths, as in cli/dist/cli.
  const [target, place] = [folder, path.join(root, 'cli')].map((packed) => path.join(packed, 'dist', 'cli'))
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [path.join(root, 'cli', 'build', 'bundle.mjs'), 'cli', target, place], { env })
  return { bin: { site: 'bin.mjs' }, exports: { './package.json': './package.json' } }
})

pack('audit', (folder) => cpSync(path.join(root, 'audit'), folder, { recursive: true }))

pack('relay', (folder) => {
  cpSync(relay.folder, path.join(folder, 'dist'), { recursive: true })
  const program = path.join(folder, 'dist', 'relay.js')
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`)
  cpSync(path.join(root, 'relay', 'index.d.ts'), path.join(folder, 'index.d.ts'))
  const exported = { '.': { types: './index.d.ts', default: './dist/relay.js' }, './package.json': './package.json' }
  return { bin: { relay: 'dist/relay.js' }, exports: exported, dependencies: undefined }
})

/** The validation of these options, which `create-northshelf` runs before it installs the tool. */
const validation = path.join(staging, 'validation')
await compileForNode(
  validation,
  [path.join(root, 'cli', 'scaffold', 'init', 'parse-answers.ts')],
  { entryFileNames: 'parse-answers.js', codeSplitting: false },
  { plugins: [filesInside], ssr: { noExternal: true, target: 'node' } },
  LICENSES_FILE,
)

pack('create', (folder) => {
  cpSync(path.join(root, 'create'), folder, { recursive: true })
  cpSync(validation, path.join(folder, 'dist'), { recursive: true })
  // The help of the options of `site init`, which is available only after the installation.
  const help = execFileSync(process.execPath, [path.join(root, 'cli', 'bin.mjs'), 'init', '--help'], {
    encoding: 'utf8',
  })
  const [, options = ''] = /^Options:\n([\s\S]*?)(?=\n\S)/m.exec(help) ?? []
  const answers = options.split(/^(?= {2}-)/m).filter((option) => !/^ {2}(?:--json|--quiet|-h,)/.test(option))
  writeFileSync(path.join(folder, 'options.txt'), answers.join('').trimEnd().concat('\n'))
  const { overrides, devDependencies } = readManifest('.')
  return { overrides, typescript: devDependencies.typescript }
})

rmSync(staging, { recursive: true })

/**
 * Packs a workspace. @param fill copies the files into a folder, and returns the fields of package.json that differ
 * from the workspace's
 */
function pack(workspace, fill) {
  const folder = path.join(staging, workspace)
  mkdirSync(folder)
  const fields = fill(folder)
  const published = { ...readManifest(workspace), ...fields, private: undefined, devDependencies: undefined }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  cpSync(path.join(root, workspace, 'README.md'), path.join(folder, 'README.md'))
  execFileSync('npm', ['pack', '--silent'], {
    cwd: folder,
    // Not an argument, because the shell would split a path with spaces.
    env: { ...process.env, npm_config_pack_destination: target },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
}

function readManifest(workspace) {
  return JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8'))
}
