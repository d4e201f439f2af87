import path from 'node:path'

/** Root folder of the project, regardless of the working directory. */
export const projectRoot = path.resolve(import.meta.dirname, '..')

/** File with the size and speed limits for audited pages. */
export const thresholdsFile = path.join(projectRoot, 'cli', 'audit', 'thresholds.yaml')

/** Template for `site init`: a complete content folder, with comments on the optional parts. */
export const templateFolder = path.join(projectRoot, 'cli', 'scaffold', 'init', 'template')

/** Returns the paths of the subfolders of an output folder. */
export function getOutputFolders(out: string) {
  return {
    /** Published files. */
    site: path.join(out, 'site'),
    /** Configuration for web servers and the preview. */
    hosting: path.join(out, 'hosting'),
    /** The relay and its form contracts. */
    relay: path.join(out, 'relay'),
    /** Results from the last audit. */
    audit: path.join(out, 'audit'),
  }
}
