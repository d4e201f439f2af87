import { existsSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { OWN_FOLDERS, OWN_THEME, ownCodePaths, projectRoot, siteRoot } from '../packages.mjs'

/**
 * Adds the project's own code to the site: `sections/<name>/`, `drawings/<name>/` and `collections/<name>.ts` have the
 * same files as those in the site's package, and `theme.css` may override any style. A name that the site also has
 * replaces the site's.
 */

const folders = OWN_FOLDERS.map((name) => path.join(projectRoot, name))
const [sectionFolder, drawingFolder, collectionFolder] = folders
const theme = path.join(projectRoot, OWN_THEME)

/** Code of the modules of the site's package that are empty without own code. */
const modules = {
  'sections/own.ts': () => writeModules('ownSections', listParts(sectionFolder, 'schema.ts')),
  'sections/own-views.ts': () =>
    [
      writeLoaders('ownSectionViews', listParts(sectionFolder, '.tsx')),
      writeLoaders('ownLiveViews', listParts(sectionFolder, '.live.tsx')),
    ].join('\n'),
  'drawings/own.ts': () => writeModules('ownDrawings', listParts(drawingFolder, 'schema.ts')),
  'drawings/own-views.ts': () => writeModules('ownDrawingViews', listParts(drawingFolder, '.tsx')),
  'collections/own.ts': () => writeModules('ownCollections', listFiles(collectionFolder)),
}

export const listingModules = Object.keys(modules).map((name) => path.join(siteRoot, name))

export const ownCode = {
  name: 'own-code',
  enforce: 'pre',
  // Vite adds a version to the ids of installed files.
  load: (id) => modules[path.relative(siteRoot, id.replace(/\?v=.*/, '')).replaceAll(path.sep, '/')]?.(),
  /** Lets own code import the packages of the site, such as zod, and in the same instance. */
  async resolveId(source, importer) {
    if (!importer || /^[./\0]/.test(source) || path.isAbsolute(source)) return undefined
    if (!ownCodePaths.some((own) => importer.startsWith(own))) return undefined
    // Vite would replace the module with an empty one.
    if (this.environment.name === 'client' && isBuiltin(source))
      throw new Error(`Failed to resolve import "${source}" from "${importer}": browsers have no modules of Node`)
    return this.resolve(source, path.join(siteRoot, 'routes.ts'), { skipSelf: true })
  },
}

export function listOwnStyles() {
  const styles = [sectionFolder, drawingFolder].flatMap((folder) => listParts(folder, '.css').map(([, file]) => file))
  return [...styles, theme].filter(existsSync)
}

/** Lists the parts of the site that own code replaces, such as `section hero`. */
export function listReplacedParts() {
  const names = [
    ['section', listParts(sectionFolder, 'schema.ts'), 'sections'],
    ['drawing', listParts(drawingFolder, 'schema.ts'), 'drawings/kinds'],
    ['collection', listFiles(collectionFolder), 'collections'],
  ]
  return names.flatMap(([kind, parts, home]) =>
    parts
      .filter(([name]) => ['', '.ts'].some((ending) => existsSync(path.join(siteRoot, home, name + ending))))
      .map(([name]) => `${kind} ${name}`),
  )
}

/** Returns the names of a folder's subfolders with the file that each must contain: `schema.ts`, or `<name><ending>`. */
function listParts(folder, ending) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, path.join(folder, name, ending.startsWith('.') ? `${name}${ending}` : ending)])
    .filter(([, file]) => existsSync(file))
}

function listFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.ts') && !entry.isDirectory())
    .map(({ name: file }) => [path.basename(file, '.ts'), path.join(folder, file)])
}

/** Returns code that exports an object with the modules. */
function writeModules(variable, modules) {
  const imports = modules.map(([, file], index) => `import * as ${variable}${index} from ${JSON.stringify(file)}\n`)
  const entries = modules.map(([name], index) => `${JSON.stringify(name)}: ${variable}${index}`)
  return `${imports.join('')}export const ${variable} = { ${entries.join(', ')} }`
}

/** Returns code that exports an object with functions that load the modules. */
function writeLoaders(variable, modules) {
  const entries = modules.map(([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(file)})`)
  return `export const ${variable} = { ${entries.join(', ')} }`
}
