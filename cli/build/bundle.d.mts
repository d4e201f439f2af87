import type { InlineConfig, Plugin, Rolldown } from 'vite'

/** Compiled code, cached by the hash of its sources. */
export interface Bundle {
  id: string
  folder: string
}

/** The components of the pages, the relay, and the command line tool. */
export type BundleName = 'components' | 'relay' | 'cli'

/** Entry of each bundle, and the folders and files in its cache key. */
export const bundles: Record<BundleName, { entry: string; sources: string[] }>

/** File with the licences of all packages in a bundle, which each copy must include. The bundler collects them. */
export const LICENSES: string

/** Returns the bundle of the current sources. Compiles it only if they have changed. */
export function ensureBundle(name: BundleName, onCompile?: () => void): Promise<Bundle>

/** Expands the import of all section stylesheets into one import per sheet. */
export const sectionStyles: Plugin

/** Embeds the project files that a source reads when it is loaded. */
export const filesInside: Plugin

/** Compiles programs for Node into a folder. `license` names a file for the licences of their packages. */
export function compileForNode(
  target: string,
  entries: readonly string[],
  output: Rolldown.OutputOptions,
  config: InlineConfig,
  license?: string,
): Promise<void>
