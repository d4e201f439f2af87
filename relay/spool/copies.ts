import { readWholeEntry, type Standing } from './entries.ts'
import { Damaged } from './envelope-file.ts'
import { removeFolder } from './move.ts'
import type { OpenSpool } from './open-spool.ts'
import type { Entry, Place } from './store.ts'

/** The further along, the later an entry comes there. */
const ALONG: readonly Place[] = ['done', 'dead', 'queue', 'spam']

/**
 * A backup that was made beside a running relay may hold an entry in two places, because it moved on meanwhile. The
 * copy that is whole and was changed last is kept. When none is whole, all stay.
 * @returns what is left of them
 */
export async function keepLatest(spool: OpenSpool, copies: readonly Standing[]): Promise<readonly Standing[]> {
  const whole = (await Promise.all(copies.map(readUndamaged)))
    .filter((entry) => entry !== undefined)
    .sort((a, b) => changedAt(b) - changedAt(a) || ALONG.indexOf(a.place) - ALONG.indexOf(b.place))
  const kept = copies.find(({ folder }) => folder === whole[0]?.folder)
  if (!kept) return copies
  for (const copy of copies) if (copy !== kept) await removeFolder(copy.folder, spool.folders)
  const places = copies.map(({ place }) => place).join(' and ')
  spool.alert({ kind: 'copies', id: kept.id, detail: `was in ${places}; the one in ${kept.place} was kept` })
  return [kept]
}

async function readUndamaged(standing: Standing): Promise<Entry | undefined> {
  return readWholeEntry(standing).catch((error) => {
    if (error instanceof Damaged) return undefined
    throw error
  })
}

function changedAt({ deliveries }: Entry): number {
  return Math.max(0, ...deliveries.flatMap(({ history }) => history.map(({ at }) => Date.parse(at) || 0)))
}
