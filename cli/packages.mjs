import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Folders of the packages and of the project. This file is plain JavaScript, because it finds the compiled tool. */

export const cliRoot = path.resolve(import.meta.dirname)

const { resolve } = createRequire(path.join(cliRoot, 'package.json'))
const rootOf = (name) => path.dirname(resolve(`${name}/package.json`))

/** Marked as pure: create-northshelf contains this file but not these packages, so its bundle must omit the calls. */
export const siteRoot = /* @__PURE__ */ rootOf('@northshelf/site')
export const relayRoot = /* @__PURE__ */ rootOf('@northshelf/relay')

export const isInstalled = cliRoot.split(path.sep).includes('node_modules')

/** Folders that may contain the project's own code. */
export const OWN_FOLDERS = ['sections', 'drawings', 'collections']
export const OWN_THEME = 'theme.css'

export const projectRoot = isInstalled ? findProject(process.cwd()) : path.dirname(cliRoot)

function findProject(folder) {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, 'content', 'site.yaml'))) return at
    if (at === path.dirname(at)) return folder
  }
}

export const ownCodePaths = [...OWN_FOLDERS, OWN_THEME].map((name) => path.join(projectRoot, name)).filter(existsSync)

export function isOwnCode(file) {
  const [folder, ...rest] = path.relative(projectRoot, file).split(path.sep)
  return (rest.length > 0 && OWN_FOLDERS.includes(folder)) || folder === OWN_THEME
}

export async function importAudit() {
  const { resolve } = createRequire(path.join(projectRoot, 'package.json'))
  return import(pathToFileURL(resolve('@northshelf/audit')).href)
}
