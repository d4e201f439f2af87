import path from 'node:path'
import { cacheRoot } from '../cache.mjs'
import { projectRoot } from '../paths.ts'

/** Options that every command takes. */
export interface CommonOptions {
  content: string
  out: string
  json: boolean
  quiet: boolean
}

export const defaults = {
  content: path.join(projectRoot, 'content'),
  out: path.join(projectRoot, 'dist'),
  /** Of `site dev`: what is published stays as it is. */
  dev: path.join(cacheRoot, 'dev', 'out'),
  relayData: path.join(projectRoot, '.relay'),
}

/** A path as a person would write it from where they are. */
export function shortPath(file: string): string {
  const relative = path.relative(process.cwd(), file)
  return relative && !relative.startsWith('..') ? relative : file
}
