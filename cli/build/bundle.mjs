import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { getSystemErrorName } from 'node:util'
import { cacheRoot, codeFolders, hash, hashSources, hashTool, openCache, writeCodeHash } from '../cache.mjs'
import { cliRoot, isInstalled, ownCodePaths, projectRoot, relayRoot, siteRoot } from '../packages.mjs'
import { listCompileErrors } from './compile-error.mjs'
import { listOwnStyles, ownCode } from './own-code.mjs'

/** Compiles all bundles. Plain JavaScript, because it must run before the command line tool is compiled. */

export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt'
export const SCRIPT_WORDS_FILE = 'script-words.json'

const inCli = (name) => path.join(cliRoot, name)

export const bundles = {
  // Includes the build code, so that all pages are re-rendered when it changes.
  components: {
    entry: path.join(siteRoot, 'vike'),
    sources: [siteRoot, path.join(cliRoot, 'build')],
    isExtended: true,
    compile: compileComponents,
    last: SCRIPT_WORDS_FILE,
    packed: path.join(cliRoot, 'dist', 'components'),
  },
  // The scripts and styles of the studio's pages.
  studio: {
    entry: path.join(cliRoot, 'studio', 'browser', 'client.ts'),
    // Not the whole folder of the tool, which also contains the cache if the tool is installed.
    sources: [siteRoot, ...['build', 'content', 'dev', 'editor', 'scaffold', 'serial-queue.ts', 'studio'].map(inCli)],
    isExtended: true,
    compile: compileStudio,
    last: 'manifest.json',
    packed: path.join(cliRoot, 'dist', 'studio'),
  },
  relay: {
    entry: path.join(relayRoot, 'main.ts'),
    sources: [
      relayRoot,
      ...['schema', 'forms', 'ui', 'theme'].map((name) => path.join(siteRoot, name)),
      ...['bundle.mjs', 'license-texts'].map((name) => path.join(cliRoot, 'build', name)),
    ],
    compile: compileRelay,
    last: 'relay.js',
    packed: path.join(relayRoot, 'dist'),
  },
  cli: {
    entry: path.join(cliRoot, 'main.ts'),
    sources: codeFolders,
    isExtended: true,
    compile: compileCli,
    last: 'main.js',
    packed: path.join(cliRoot, 'dist', 'cli'),
  },
}

export async function ensureBundle(name, onCompile = () => {}) {
  const { packed, sources, isExtended } = bundles[name]
  const own = isExtended ? ownCodePaths : []
  if (existsSync(packed) && own.length === 0) return { id: hash(readVersion()), folder: packed }
  const id = name === 'cli' ? hashTool(own) : hashSources(...sources, ...own)
  // An installed tool compiles into its own folder, where the compiled code finds the packages that it imports.
  const cache = openCache(isInstalled ? path.join(cliRoot, '.cache') : cacheRoot)
  const folder = await cache.folder(name, id, (partial) => {
    onCompile()
    return compileApart(name, partial)
  })
  return { id, folder }
}

/** Compiles in a separate process, which keeps the bundler out of the build's memory and its logs out of the output. */
async function compileApart(name, target) {
  // The bundler writes paths relative to the working directory into the compiled code.
  const child = spawn(process.execPath, [import.meta.filename, name, path.resolve(target)], {
    cwd: projectRoot,
    // vike builds nothing if VITEST is set.
    env: { ...process.env, NODE_ENV: 'production', VITEST: undefined },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  let errors = []
  child.on('message', (listed) => {
    errors = listed
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log += text
    })
  }
  const code = await new Promise((resolve) => child.once('close', resolve))
  // vike reports compile errors but exits with code 0.
  if (code !== 0 || !existsSync(path.join(target, bundles[name].last)))
    throw Object.assign(new Error(`${name}: compilation failed\n${log}`), systemErrorIn(log), {
      path: target,
      compileErrors: errors,
    })
}

/** Returns the system error that stopped a compilation, parsed from the output of Rolldown or Node. */
function systemErrorIn(log) {
  const [, number] = /\(os error (\d+)\)/.exec(log) ?? []
  const [, code = number && getSystemErrorName(-number)] = /\b(E[A-Z]+): .{1,200}, \w+/.exec(log) ?? []
  return code && { code, syscall: 'write' }
}

const readVersion = () => JSON.parse(readFileSync(path.join(cliRoot, 'package.json'), 'utf8')).version

/** Errors in the project's own code are located in its sources. */
const withSourceMap = ownCodePaths.length > 0 && 'hidden'

const BROWSERS = ['chrome120', 'edge120', 'firefox121', 'safari17.2']

const common = { configFile: false, logLevel: 'error', publicDir: false }

/** Compiles the server half, which renders pages, and the client half, which hydrates them, both without content. */
async function compileComponents(target) {
  // vike expects paths relative to the working directory.
  process.chdir(siteRoot)
  const [{ build }, { default: vike }] = await Promise.all([import('vike/api'), import('vike/plugin')])
  /** Puts React and the router in a separate file, so that browsers can keep it cached when other code changes. */
  const groups = [
    {
      name: 'react',
      test: /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser)[\\/]/,
    },
  ]
  const input = { site: 'theme/site.css', measurement: 'measurement/start.ts' }
  const scriptWords = createScriptWords()
  await build({
    viteConfig: {
      ...common,
      root: siteRoot,
      ssr: { noExternal: ['@northshelf/site'] },
      plugins: [vike(), ownCode, filesInside, sectionStyles, scriptWords.plugin],
      build: {
        outDir: path.relative(siteRoot, target),
        emptyOutDir: true,
        assetsInlineLimit: 0,
        license: { fileName: LICENSES_FILE },
        target: BROWSERS,
      },
      environments: {
        ssr: { build: { sourcemap: withSourceMap, rolldownOptions: { input: { document: 'site/document.tsx' } } } },
        client: {
          // The stylesheet is a separate entry. If a script imported it, every page would load all rules instead of
          // only those that it needs.
          build: { rolldownOptions: { input, output: { codeSplitting: { groups } } } },
        },
      },
    },
  })
  addLicenseTexts(path.join(target, 'client', LICENSES_FILE))
  writeFileSync(path.join(target, SCRIPT_WORDS_FILE), JSON.stringify(scriptWords.words))
}

/** Compiles the script and the stylesheet of the studio's pages, and the editor, which pages load on demand. */
async function compileStudio(target) {
  const { build } = await import('vite')
  const editor = path.join(cliRoot, 'editor', 'browser', 'start.tsx')
  const input = { client: bundles.studio.entry, editor, site: path.join(siteRoot, 'theme', 'site.css') }
  await build({
    ...common,
    root: cliRoot,
    base: '/@studio/',
    plugins: [ownCode, sectionStyles],
    build: {
      outDir: path.relative(cliRoot, target),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      license: { fileName: LICENSES_FILE },
      manifest: bundles.studio.last,
      target: BROWSERS,
      // Otherwise, the editor would export nothing.
      rolldownOptions: { input, preserveEntrySignatures: 'exports-only' },
    },
  })
}

/** The module that renders a type of form field in browsers. */
const FIELD_VIEW = /\/forms\/kinds\/([\w-]+)\/field\.tsx$/

/**
 * Creates a plugin that collects the words in the strings of the client scripts, which can be the names of classes and
 * elements. Words in modules that only some types of form fields use are listed by field type, because a page needs
 * the styles of its own fields only.
 */
export function createScriptWords() {
  const words = { chunks: {}, fieldTypes: {} }
  const plugin = {
    name: 'script-words',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_, output) {
      const { parseAst } = await import('vite')
      const chunks = Object.values(output).filter(({ type }) => type === 'chunk')
      const codes = chunks.flatMap(({ modules }) => Object.entries(modules))
      const wordsOf = new Map(codes.map(([id, { code }]) => [id, listStringWords(parseAst(code ?? ''))]))
      const collect = (ids) => [...new Set(ids.flatMap((id) => wordsOf.get(id) ?? []))].sort()
      /** Adds a module and all modules that it imports, except the views of fields. */
      const reach = (id, found) => {
        if (found.has(id)) return found
        found.add(id)
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
        for (const next of [...importedIds, ...dynamicallyImportedIds]) if (!FIELD_VIEW.test(next)) reach(next, found)
        return found
      }
      const shared = new Set()
      for (const { isEntry, facadeModuleId } of chunks) if (isEntry) reach(facadeModuleId, shared)
      for (const id of wordsOf.keys()) {
        const [, fieldType] = FIELD_VIEW.exec(id) ?? []
        if (fieldType)
          words.fieldTypes[fieldType] = collect(
            [...reach(id, new Set())].filter((other) => other === id || !shared.has(other)),
          )
      }
      for (const { fileName, moduleIds } of chunks)
        words.chunks[fileName] = collect(moduleIds.filter((id) => shared.has(id)))
    },
  }
  return { plugin, words }
}

export function listStringWords(node) {
  if (typeof node !== 'object' || node === null) return []
  const { type, value } = node
  const text = type === 'Literal' ? value : type === 'TemplateElement' ? value.cooked : undefined
  const words = typeof text === 'string' ? text.split(/\s+/).filter((word) => /^[\w-]+$/.test(word)) : []
  return [...words, ...Object.values(node).flatMap(listStringWords)]
}

/** Compiles the relay into one file, so that it runs on a server that has only Node. */
async function compileRelay(target) {
  const version = JSON.stringify(readVersion())
  const define = { 'process.env.NODE_ENV': '"production"', 'process.env.npm_package_version': version }
  const config = { define, ssr: { noExternal: true, target: 'node' } }
  const output = { entryFileNames: 'relay.js', codeSplitting: false }
  await compileForNode(target, [bundles.relay.entry], output, { ...config, plugins: [filesInside] }, LICENSES_FILE)
  addLicenseTexts(path.join(target, LICENSES_FILE))
}

/** The HTML parser and the packages that it imports. */
const HTML_PARSER = ['htmlparser2', 'dom-serializer', 'domelementtype', 'domhandler', 'domutils', 'entities']
/** Packages to bundle, because the tool always needs them. Other packages are loaded from node_modules on demand. */
const BUILT_IN = ['@northshelf/site', 'commander', 'fastest-levenshtein', 'picocolors', 'yaml', 'zod', ...HTML_PARSER]

/**
 * Bundles the tool, because otherwise every start would compile and resolve hundreds of source files.
 * @param place folder from which the bundle will run
 */
async function compileCli(target, place = target) {
  const plugins = [ownCode, createSourcePaths(place), filesInside]
  const output = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
  const thread = path.join(cliRoot, 'build', 'page-thread.ts')
  // Without the export condition `node`, the bundle contains the ES modules of "yaml", which are faster than its
  // CommonJS modules.
  const config = { plugins, ssr: { noExternal: BUILT_IN, target: 'node', resolve: { conditions: ['module'] } } }
  await compileForNode(target, [bundles.cli.entry, thread], { ...output, sourcemap: withSourceMap }, config)
  writeCodeHash(target)
}

export async function compileForNode(target, entries, output, config, license) {
  const { build } = await import('vite')
  await build({
    ...common,
    root: cliRoot,
    ...config,
    build: {
      outDir: path.relative(cliRoot, target),
      emptyOutDir: true,
      target: 'node20',
      license: license && { fileName: license },
      ssr: true,
      rolldownOptions: { input: entries.map((entry) => path.resolve(entry)), output },
    },
  })
  // Otherwise, Node would also try to compile the files as CommonJS modules.
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify({ type: 'module', private: true })}\n`)
}

/** Adds license texts for packages that lack one, copied from the packages' READMEs or repositories. */
function addLicenseTexts(file) {
  const folder = path.join(import.meta.dirname, 'license-texts')
  const text = readdirSync(folder).reduce(
    (all, name) => {
      const heading = `\n## ${name.replace('+', '/').replace('.txt', '')} - `
      const [before, after] = all.split(heading)
      if (after === undefined) return all
      return `${before}${heading}${after.replace('\n', () => `\n\n${readFileSync(path.join(folder, name), 'utf8')}`)}`
    },
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, text)
}

const SECTION_SHEETS = '@import "../sections/*/*.css" layer(sections);'

export const sectionStyles = {
  name: 'section-styles',
  enforce: 'pre',
  transform(code, id) {
    const [file = ''] = id.split('?')
    if (!file.endsWith('.css') || !code.includes(SECTION_SHEETS)) return undefined
    const sheets = readdirSync(path.join(path.dirname(file), '..', 'sections'), { recursive: true })
      .filter((name) => name.endsWith('.css'))
      .sort()
    const imports = sheets.map((name) => `@import "../sections/${name}" layer(sections);`).join('\n')
    return [code.replace(SECTION_SHEETS, imports), ...listOwnStyles().map((own) => `@import "${own}";`)].join('\n')
  },
}

/**
 * Embeds the files that a module reads at load time with `readFileSync(path.join(import.meta.dirname, 'name'),
 * 'utf8')`. Modules do not use `?raw` imports, because tsx cannot load them.
 */
export const filesInside = {
  name: 'files-inside',
  enforce: 'pre',
  async transform(code, id) {
    if (!code.includes('import.meta.dirname') || !code.includes('readFileSync') || !/\.tsx?$/.test(id)) return undefined
    const { parseAst } = await import('vite')
    const calls = listCalls(parseAst(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }), 'readFileSync')
    const inProject = calls.filter(({ start, end }) => code.slice(start, end).includes('import.meta.dirname'))
    return inProject.reduceRight((text, call) => {
      const [location, encoding] = call.arguments
      const names = location?.arguments?.slice(1).map(({ value }) => value) ?? []
      if (names.length === 0 || ![...names, encoding?.value].every((value) => typeof value === 'string'))
        throw new Error(`${id}: cannot embed ${code.slice(call.start, call.end)}`)
      const embedded = readFileSync(path.join(path.dirname(id), ...names), encoding.value)
      return text.slice(0, call.start) + JSON.stringify(embedded) + text.slice(call.end)
    }, code)
  },
}

/** Returns the calls to a function in a syntax tree, in source order. */
function listCalls(node, name) {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap((child) => listCalls(child, name))
  return node.type === 'CallExpression' && node.callee.name === name ? [node, ...inside] : inside
}

/**
 * Replaces `import.meta.dirname` and `.filename` in the tool's sources with their paths relative to the compiled file,
 * so that the compiled tool also works where it is installed.
 */
function createSourcePaths(target) {
  return {
    name: 'source-paths',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(cliRoot + path.sep) || !code.includes('import.meta.')) return undefined
      const toSource = (file) =>
        `(import.meta.dirname + ${JSON.stringify(`/${path.relative(target, file).replaceAll(path.sep, '/')}`)})`
      return code
        .replaceAll('import.meta.dirname', () => toSource(path.dirname(id)))
        .replaceAll('import.meta.filename', () => toSource(id))
    },
  }
}

const [, program, name, target, place] = process.argv
if (program === import.meta.filename && target)
  await bundles[name].compile(target, place).catch(async (error) => {
    if (process.send) await new Promise((sent) => process.send(listCompileErrors(error, process.cwd()), sent))
    throw error
  })
