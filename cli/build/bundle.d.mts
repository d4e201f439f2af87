import type { InlineConfig, Plugin, Rolldown } from 'vite'

/** Compiled code, kept by the hash of its sources. */
export interface Bundle {
  id: string
  folder: string
}

/** What is compiled: the components of the pages, the relay, and the command line tool. */
export type BundleName = 'components' | 'relay' | 'cli'

/** From where each is compiled, and the folders and files that it is keyed by. */
export const bundles: Record<BundleName, { entry: string; sources: string[] }>

/** Of every package in a bundle: their licences ask for their text beside each copy. The bundler collects them. */
export const LICENSES: string

/** The bundle of the sources as they are now; compiled only when they have changed since. */
export function ensureBundle(name: BundleName, onCompile?: () => void): Promise<Bundle>

/** Puts the stylesheets of all sections in the place of the one line that asks for them. */
export const sectionStyles: Plugin

/** Puts what a source reads of the project as it is loaded into what it is compiled into. */
export const filesInside: Plugin

/** Compiles programs for Node into a folder. `license` names a file for the licences of their packages. */
export function compileForNode(
  target: string,
  entries: readonly string[],
  output: Rolldown.OutputOptions,
  config: InlineConfig,
  license?: string,
): Promise<void>
