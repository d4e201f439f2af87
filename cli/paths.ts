import path from 'node:path'

/** Root folder of the project, independent of the working directory. */
export const projectRoot = path.resolve(import.meta.dirname, '..')

/** Size and speed limits of audited pages. */
export const thresholdsFile = path.join(projectRoot, 'cli', 'audit', 'thresholds.yaml')

/** Template of `site init`: a complete content folder, with comments on the optional parts. */
export const templateFolder = path.join(projectRoot, 'cli', 'scaffold', 'init', 'template')

/** Returns the subfolders of an output folder. */
export function outputFolders(out: string) {
  return {
    /** Published files. */
    site: path.join(out, 'site'),
    /** Configuration of web servers and the preview. */
    hosting: path.join(out, 'hosting'),
    /** The relay and its form contracts. */
    relay: path.join(out, 'relay'),
    /** Results of the last audit. */
    audit: path.join(out, 'audit'),
  }
}
