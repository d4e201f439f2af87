#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * `npm create northshelf <folder>`: creates a project, installs its packages, and asks the questions of `site init`.
 * All other options are passed to `site init`; with all required ones, it asks nothing.
 */
const USAGE = `Usage: npm create northshelf <folder>
       npm create northshelf my-site -- --name 'Harbor & Pine' --url https://harbor.example --email hello@harbor.example

Options:
  --packages <folder>          install Northshelf from the tarballs in a folder instead of the registry
${readFileSync(new URL('options.txt', import.meta.url), 'utf8')}`
const { version, overrides, typescript } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const [shown, ...answers] = process.argv.slice(2)
if (shown === undefined || shown.startsWith('-')) exit(USAGE, /^(?:-h|--help)$/.test(shown) ? 0 : 2)
const at = answers.indexOf('--packages')
const [, tarballs] = at === -1 ? [] : answers.splice(at, 2)
if (at !== -1 && !isFolder(tarballs))
  exit(`--packages: "${tarballs ?? ''}" is not a folder. Pass the folder that contains the tarballs.\n`, 2)

// Only the packed package contains the validation of the options.
const validation = new URL('dist/parse-answers.js', import.meta.url)
const { findOptionProblems } = existsSync(validation) ? await import(validation.href) : { findOptionProblems: () => [] }
const canAsk = process.stdin.isTTY && process.stderr.isTTY
const problems = findOptionProblems(answers, canAsk)
if (problems.length > 0) exit(`${[...problems, 'Nothing was installed.'].join('\n')}\n`, 2)

const folder = path.resolve(shown)
const previous = readUnfinishedProject(folder)
if (!previous && existsSync(folder) && readdirSync(folder).some((name) => name !== '.git'))
  exit(`${shown} is not empty. Choose a new folder.\n`, 2)

const [manager = 'npm'] = /^\w+/.exec(process.env.npm_config_user_agent ?? '') ?? []
const dependencies = tarballs
  ? listTarballs(['northshelf', '@northshelf/site', '@northshelf/relay'])
  : { northshelf: `^${version}` }
/** The tools of `site audit`, and TypeScript, with which `site check` checks own code. A server needs neither. */
const devDependencies = {
  ...(tarballs ? listTarballs(['@northshelf/audit']) : { '@northshelf/audit': `^${version}` }),
  typescript,
}
mkdirSync(folder, { recursive: true })
const template = path.join(import.meta.dirname, 'template')
for (const name of readdirSync(template)) {
  // npm does not pack files named .gitignore.
  const target = path.join(folder, name === 'gitignore' ? '.gitignore' : name)
  cpSync(path.join(template, name), target, { recursive: true, force: false })
}
const manifest = {
  name:
    path
      .basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+/, '') || 'site',
  private: true,
  type: 'module',
  scripts: {
    start: 'site start',
    dev: 'site dev',
    site: 'site',
    build: 'site build --best',
    test: 'site check --strict && site build --best && site audit',
  },
  ...previous,
  dependencies: { ...previous?.dependencies, ...dependencies },
  devDependencies: { ...previous?.devDependencies, ...devDependencies },
  // Lighthouse depends on the tag `latest` of two packages. If the tag moved, `npm ci` would reject the lock file. The
  // audit never loads @sentry/node, which would bring 73 others.
  overrides,
  // pnpm would look for the packages that these packages need in the registry.
  ...(tarballs && manager === 'pnpm' && { pnpm: { overrides: dependencies } }),
}
writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

// On Windows, package managers are batch files, which need a shell.
const shell = process.platform === 'win32'
run(manager, ['install'], `${manager} install failed. To continue, run the same command again.`, { shell })
const site = path.join(folder, 'node_modules', 'northshelf', 'bin.mjs')
const init = [site, 'init', 'content', '--quiet', ...answers]
run(process.execPath, init, 'The content is not created yet. To continue, run the same command again.')
// Writes content/README.md, which describes all fields, and completion for code editors.
run(
  process.execPath,
  [site, 'schema', '--quiet'],
  `To write content/README.md later, run in ${shown}: npm run site -- schema`,
)
// `site diff`, reviews and Changes compare the content with earlier versions.
if (!existsSync(path.join(folder, '.git'))) createRepository()

process.stdout.write(`
Next:
  cd ${shown}
  npm run dev      # preview while you write; press E on a page to edit it
  npm start        # build and serve the site
  npm test         # check the content, build the site and audit it
`)

/** Creates a git repository with the new project as its first commit, unless git is missing or already manages it. */
function createRepository() {
  const git = (...args) => spawnSync('git', args, { cwd: folder, stdio: 'ignore' }).status === 0
  if (git('rev-parse', '--is-inside-work-tree') || !git('init', '--initial-branch', 'main')) return
  const isCommitted = git('add', '--all') && git('commit', '--message', 'Create the website')
  if (!isCommitted)
    process.stderr.write('The git repository has no commit yet: set user.name and user.email, then commit.\n')
}

function isFolder(name) {
  return name !== undefined && existsSync(name) && statSync(name).isDirectory()
}

/** Returns the package.json of a project that an earlier run did not finish: it depends on the tool, without content. */
function readUnfinishedProject(project) {
  const file = path.join(project, 'package.json')
  if (!existsSync(file) || existsSync(path.join(project, 'content'))) return undefined
  try {
    const found = JSON.parse(readFileSync(file, 'utf8'))
    return found.dependencies?.northshelf && found
  } catch {
    return undefined
  }
}

/** Returns the dependencies for installing packages from tarballs. */
function listTarballs(names) {
  const fileOf = (name) => `${name.replace(/^@(.*)\//, '$1-')}-${version}.tgz`
  return Object.fromEntries(names.map((name) => [name, `file:${path.join(path.resolve(tarballs), fileOf(name))}`]))
}

/** @param options must not start a shell if an argument comes from the user, because a shell would interpret it */
function run(command, args, help, options = {}) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', ...options })
  if (status !== 0) exit(`${help}\n`, 1)
}

function exit(message, code) {
  process[code === 0 ? 'stdout' : 'stderr'].write(message)
  process.exit(code)
}
