import path from 'node:path'
import { cliRoot } from './packages.mjs'

export { projectRoot } from './packages.mjs'

/** File with the size and speed limits for audited pages. */
export const thresholdsFile = path.join(cliRoot, 'audit', 'thresholds.yaml')

/** Template for `site init`: a complete content folder, with comments on the optional parts. */
export const templateFolder = path.join(cliRoot, 'scaffold', 'init', 'template')

/** Name of the file that lists the people of the studio, next to the content folder. */
export const PEOPLE_FILE = 'studio.yaml'

/** Port on which the studio listens by default. */
export const STUDIO_PORT = '4180'

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
    /** Review of changes. */
    review: path.join(out, 'review'),
  }
}

/** Path prefix of the studio's own pages and requests. All other paths show the site. */
export const STUDIO_PREFIX = '/@studio'
