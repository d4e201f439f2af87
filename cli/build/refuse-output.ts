import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { getOutputFolders, projectRoot } from '../paths.ts'
import { LOCK_FILE } from './lock.ts'
import { BUILD_RECORD_FILE } from './output.ts'

/**
 * Rejects an output folder if a build would overwrite or delete other files in it.
 * @throws Failure with exit code 2
 */
export function checkOutputFolder(out: string, content: string): void {
  const refuse = (reason: string): never => {
    throw new Failure(
      `${out} cannot be the output folder: ${reason}. Choose another folder with --out.`,
      exitCodes.usage,
    )
  }
  const [place, source] = [realPlace(out), realPlace(content)]
  if (place === source) refuse('it is the content folder')
  if (isInside(place, source)) refuse('it is inside the content folder')
  if (isInside(source, place)) refuse('it contains the content folder')
  if (contains(place, realPlace(projectRoot))) refuse('it contains the project')
  if (contains(place, realPlace(homedir()))) refuse('it contains your home folder')
  const { site, hosting } = getOutputFolders(place)
  const isBuilt = [path.join(place, BUILD_RECORD_FILE), path.join(place, LOCK_FILE), hosting].some((file) =>
    existsSync(file),
  )
  if (!isBuilt && existsSync(site) && readdirSync(site).length > 0)
    refuse(`${site} has files that were not built, and a build would delete them`)
}

const contains = (folder: string, place: string) => folder === place || isInside(place, folder)

function isInside(place: string, folder: string): boolean {
  const relative = path.relative(folder, place)
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative)
}

/** Resolves symbolic links in a path, even if its last folders do not exist yet. */
function realPlace(place: string): string {
  if (existsSync(place)) return realpathSync(place)
  const parent = path.dirname(place)
  return parent === place ? place : path.join(realPlace(parent), path.basename(place))
}
