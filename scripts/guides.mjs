import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './install.mjs'

/** Parts of `docs` that no guide uses. */
const INTERNAL = [
  'architecture.md',
  'decisions',
  'site',
  ...['home', 'phones', 'service'].map((name) => `images/${name}.png`),
]
const FIELDS = 'fields.md'

/**
 * Writes the guides into a folder, as Markdown. Links to files that the folder does not contain lead to the repository
 * instead.
 * @param target new folder
 */
export function copyGuides(target) {
  const docs = path.join(root, 'docs')
  cpSync(docs, target, { recursive: true })
  for (const name of INTERNAL) rmSync(path.join(target, name), { recursive: true })
  const { homepage } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  for (const name of listGuides(target)) {
    const file = path.join(target, name)
    const source = path.join(docs, name)
    const text = readFileSync(file, 'utf8').replace(/(?<=\]\()(?![a-z]+:|#)([^)#\s]+)/g, (link) => {
      const linked = path.resolve(path.dirname(source), link)
      if (linked === path.join(root, 'content', 'README.md'))
        return toSlashes(path.relative(path.dirname(file), path.join(target, FIELDS)))
      // Examples of content also contain links.
      if (!existsSync(linked) || existsSync(path.resolve(path.dirname(file), link))) return link
      return `${homepage}/blob/main/${toSlashes(path.relative(root, linked))}`
    })
    writeFileSync(file, text)
  }
}

/**
 * Adds the field reference to a folder with guides, and builds the site of the guides in its folder `built`.
 * @param target folder that `copyGuides` has filled
 */
export function buildGuides(target) {
  const home = mkdtempSync(path.join(tmpdir(), 'guides-'))
  const content = path.join(home, 'content')
  cpSync(path.join(root, 'docs', 'site'), content, { recursive: true })
  runSite('schema', '--content', content, '--quiet')
  const fields = readFileSync(path.join(content, 'README.md'), 'utf8').replace(/^# .*/, '# Field reference')
  writeFileSync(path.join(target, FIELDS), fields)
  cpSync(path.join(target, 'images'), path.join(content, 'images'), { recursive: true })
  for (const name of listGuides(target)) {
    const page = `${toRoute(name).slice(1).replaceAll('/', '-')}.md`
    writeFileSync(path.join(content, 'pages', page), toPage(name, readFileSync(path.join(target, name), 'utf8')))
  }
  const built = path.join(target, 'built')
  runSite('build', '--draft', '--content', content, '--out', built, '--quiet')
  // A local server needs no relay, no configuration but the rules for headers and redirects, and no compressed copies.
  rmSync(path.join(built, 'relay'), { recursive: true })
  for (const name of readdirSync(path.join(built, 'hosting')))
    if (!name.endsWith('.json')) rmSync(path.join(built, 'hosting', name), { recursive: true })
  for (const name of readdirSync(path.join(built, 'site'), { recursive: true }))
    if (/\.(?:br|gz)$/.test(name)) rmSync(path.join(built, 'site', name))
  rmSync(home, { recursive: true })
}

function runSite(...args) {
  execFileSync(process.execPath, [path.join(root, 'cli', 'bin.mjs'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function listGuides(folder) {
  return readdirSync(folder, { recursive: true })
    .map(toSlashes)
    .filter((name) => name.endsWith('.md'))
}

/** Returns the address of a guide on the site, such as `/hosting/nginx` for `hosting/nginx.md`. */
function toRoute(name) {
  return `/${name.replace(/(?:\/README)?\.md$/, '')}`
}

/** Converts a guide to a text page: front matter, and Markdown, which has the addresses of the site outside code. */
function toPage(name, guide) {
  const [, title, body] = /^# (.*)\n+([\s\S]*)$/.exec(guide)
  const [intro] = body.split('\n\n')
  const summary = `${title}: ${intro.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')}`
  const description = summary.length > 160 ? `${summary.slice(0, 158).replace(/\W+\w*$/, '')} …` : summary
  const fields = {
    path: toRoute(name),
    title,
    description,
    heading: title,
    updated: new Date().toISOString().slice(0, 10),
  }
  const toLink = (_, link) => toRoute(path.posix.join(path.posix.dirname(name), link))
  const text = body.replace(/(`{3,})[\s\S]*?\n *\1$|`[^`\n]*`|[^`]+/gm, (part) => {
    if (part.startsWith('`')) return part
    return part
      .replace(/(?<=\]\()(?![a-z]+:)([^)#\s]+\.md)/g, toLink)
      .replace(/(?<=\]\()(?=images\/)/g, '../')
      .replace(/^# /gm, '## ')
      .replace(/\{(?=[a-z])/g, '\\{')
  })
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n${text}`
}

/** Replaces the separators of a path with slashes. */
function toSlashes(relative) {
  return relative.replaceAll(path.sep, '/')
}

// `node scripts/guides.mjs <folder>`: for `site docs` in a clone.
if (process.argv[1] === import.meta.filename) {
  const [, , target] = process.argv
  rmSync(target, { recursive: true, force: true })
  mkdirSync(path.dirname(target), { recursive: true })
  copyGuides(target)
  buildGuides(target)
}
