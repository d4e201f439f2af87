import type { InlineConfig, Plugin, Rolldown } from 'vite'

/** Compiled code, cached under a hash of its sources. */
export interface Bundle {
  id: string
  folder: string
}

/** The page components, the scripts and styles of the studio's pages, the relay, and the command line tool. */
export type BundleName = 'components' | 'studio' | 'relay' | 'cli'

/** For each bundle, its entry and the folders and files that its cache key depends on. */
export const bundles: Record<BundleName, { entry: string; sources: string[] }>

/** File with the licenses of all bundled packages. Each copy of the bundle must include it. */
export const LICENSES_FILE: string

/** File with the words in the strings of the client scripts (`ScriptWords`). */
export const SCRIPT_WORDS_FILE: string

/** Returns the words in the string literals and in the constant parts of the template literals of a syntax tree. */
export function listStringWords(node: unknown): string[]

/** Words in the strings of scripts: of each chunk, and of the modules that only a type of form fields uses. */
export interface ScriptWords {
  chunks: Record<string, string[]>
  fieldTypes: Record<string, string[]>
}

/** Creates a plugin that collects the words of a build's client scripts. */
export function createScriptWords(): {
  plugin: { generateBundle(this: object, options: unknown, output: Record<string, unknown>): Promise<void> }
  words: ScriptWords
}

/** Returns the bundle of the current sources, and compiles it only if they have changed. */
export function ensureBundle(name: BundleName, onCompile?: () => void): Promise<Bundle>

/**
 * Vite plugin that replaces the wildcard import of section stylesheets with one import per stylesheet, and adds the
 * project's own stylesheets.
 */
export const sectionStyles: Plugin

/** Vite plugin that embeds the project files that a module reads when it is loaded. */
export const filesInside: Plugin

/** Compiles programs for Node into a folder. `license` is the file name for the bundled packages' licences. */
export function compileForNode(
  target: string,
  entries: readonly string[],
  output: Rolldown.OutputOptions,
  config: InlineConfig,
  license?: string,
): Promise<void>
