import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Finding } from './finding.ts'

/** Folder that contains the systemd units in a deployed release: `hosting/systemd` next to `relay`. */
const RELEASED = path.resolve(import.meta.dirname, '..', 'hosting', 'systemd')

/**
 * Reports installed systemd units that differ from the units in the release. Ignores units that are not installed.
 * Reports nothing if the relay does not run from a release.
 */
export async function checkSystemdUnits(released = RELEASED, installed = '/etc/systemd/system'): Promise<Finding[]> {
  const names = await readdir(released).catch(() => [])
  const read = (folder: string, name: string) => readFile(path.join(folder, name), 'utf8').catch(() => undefined)
  const found = await Promise.all(
    names.sort().map(async (name) => ({
      name,
      expected: await read(released, name),
      actual: await read(installed, name),
    })),
  )
  const units = found.filter(({ actual }) => actual !== undefined)
  if (units.length === 0) return []
  const changed = units.filter(({ expected, actual }) => expected !== actual).map(({ name }) => name)
  if (changed.length === 0) return [{ check: 'systemd units', level: 'ok', detail: 'match the release' }]
  const detail = `${changed.join(', ')} in ${installed} differ from the release: reinstall them from ${released}`
  return [{ check: 'systemd units', level: 'warn', detail }]
}
