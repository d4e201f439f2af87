import { getDayInZone, isTimeZone } from '@northshelf/site/entries/time-zone.ts'
import { parse } from 'yaml'
import { findSingleFile, type ParsedFile } from './parsed.ts'
import type { ContentFolder } from './read.ts'

/** Returns the time zone in site.yaml, even if other fields have errors; undefined if it is missing or invalid. */
export function findTimeZone(files: readonly ParsedFile[]): string | undefined {
  return getTimeZone(findSingleFile(files, 'site')?.data)
}

/** Returns today's date in the site's time zone, for a folder whose files are not parsed yet. */
export function readToday({ singles }: Pick<ContentFolder, 'singles'>): string {
  return getDayInZone(new Date(), readTimeZone(singles.get('site.yaml')?.text ?? ''))
}

function readTimeZone(text: string): string | undefined {
  try {
    return getTimeZone(parse(text))
  } catch {
    return undefined
  }
}

function getTimeZone(site: unknown): string | undefined {
  const zone = (site as { timeZone?: unknown } | null | undefined)?.timeZone
  return typeof zone === 'string' && isTimeZone(zone) ? zone : undefined
}
