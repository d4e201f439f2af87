import path from 'node:path'

/** The project itself: sources and caches, wherever the command is run. */
export const projectRoot = path.resolve(import.meta.dirname, '..')

/** What a page may weigh and how fast it must be. */
export const thresholdsFile = path.join(projectRoot, 'cli', 'audit', 'thresholds.yaml')

/** What `site init` makes a new content folder of: one itself, with a comment where a part can be left out. */
export const templateFolder = path.join(projectRoot, 'cli', 'scaffold', 'init', 'template')

/** The parts of an output folder. */
export function outputFolders(out: string) {
  return {
    /** What is published. */
    site: path.join(out, 'site'),
    /** Rules for hosts and the preview. */
    hosting: path.join(out, 'hosting'),
    /** What the relay reads. */
    relay: path.join(out, 'relay'),
    /** What the last audit found. */
    audit: path.join(out, 'audit'),
  }
}
