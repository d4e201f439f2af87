import path from 'node:path'

/** The project itself: sources and caches, wherever the command is run. */
export const projectRoot = path.resolve(import.meta.dirname, '..')

/** Everything here can be deleted at any time; the next build makes it again. */
export const cacheRoot = path.join(projectRoot, 'node_modules', '.cache', 'northshelf')

/** The parts of an output folder. */
export function outputFolders(out: string) {
  return {
    /** What is published. */
    site: path.join(out, 'site'),
    /** Rules for hosts and the preview. */
    hosting: path.join(out, 'hosting'),
    /** What the relay reads. */
    relay: path.join(out, 'relay'),
  }
}
