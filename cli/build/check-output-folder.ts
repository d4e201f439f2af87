import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { getOutputFolders, projectRoot } from '../paths.ts'
import { LOCK_FILE } from './lock.ts'
import { BUILD_RECORD_FILE } from './output.ts'

/** @throws Failure with exit code 2 if a build would overwrite or delete files that no build created */
export function checkOutputFolder(out: string, content: string): void {
  const refuse = (reason: string): never => {
    const message = `${out} cannot be the output folder: ${reason}. Choose another folder with --out.`
    throw new Failure(message, exitCodes.usage)
  }
  const target = resolvePath(out)
  const source = resolvePath(content)
  if (target === source) refuse('it is the content folder')
  if (isInside(target, source)) refuse('it is inside the content folder')
  if (isInside(source, target)) refuse('it contains the content folder')
  if (contains(target, resolvePath(projectRoot))) refuse('it contains the project')
  if (contains(target, resolvePath(homedir()))) refuse('it contains your home folder')
  const { site, hosting } = getOutputFolders(target)
  const traces = [path.join(target, BUILD_RECORD_FILE), path.join(target, LOCK_FILE), hosting]
  if (!traces.some((file) => existsSync(file)) && existsSync(site) && readdirSync(site).length > 0)
    refuse(`${site} contains files that no build created, and a build would delete them`)
}

const contains = (folder: string, target: string) => folder === target || isInside(target, folder)

function isInside(target: string, folder: string): boolean {
  const relative = path.relative(folder, target)
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative)
}

/** Resolves symbolic links in a path, even if its trailing folders do not exist yet. */
function resolvePath(target: string): string {
  if (existsSync(target)) return realpathSync(target)
  const parent = path.dirname(target)
  return parent === target ? target : path.join(resolvePath(parent), path.basename(target))
}
