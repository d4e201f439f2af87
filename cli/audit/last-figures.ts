import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Figures } from './measures.ts'

/** Figures of every page from the last audit that measured them, whichever pages and gates that was. */
export type LastFigures = Record<string, Figures>

/** Nothing when there was none, or when it cannot be read: figures are only compared with it. */
export function readLastFigures(folder: string): LastFigures {
  try {
    return JSON.parse(readFileSync(path.join(folder, FILE), 'utf8')) as LastFigures
  } catch {
    return {}
  }
}

export function writeLastFigures(folder: string, before: LastFigures, now: ReadonlyMap<string, Figures>): void {
  const all = { ...before }
  for (const [page, figures] of now) all[page] = { ...all[page], ...figures }
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, FILE), `${JSON.stringify(all, null, 1)}\n`)
}

const FILE = 'figures.json'
