import type { ContentFiles } from '../content/content-files.ts'
import { createOverlay, type NewContents } from '../content/overlay.ts'
import { readContentFolder } from '../content/read.ts'
import { type ValidateOptions, type ValidationResult, validateContent } from './validate.ts'

/** A content folder that has been read and checked, on disk or with unsaved changes. */
export interface CheckedContent extends ValidationResult {
  files: ContentFiles
  /** Checks the same files with further changes. */
  dryRun: DryRun
}

/** Reads and checks content with changes, without writing or caching anything. Unchanged files are parsed only once. */
export type DryRun = (changes: NewContents) => Promise<CheckedContent>

export function createDryRun(
  files: ContentFiles,
  { cache, edition }: Pick<ValidateOptions, 'cache' | 'edition'>,
): DryRun {
  return async (changes) => {
    const changed = createOverlay(files, changes)
    const branch = cache.branch()
    const result = await validateContent(changed, readContentFolder(changed, branch), { cache: branch, edition })
    return { ...result, files: changed, dryRun: createDryRun(changed, { cache: branch, edition }) }
  }
}
