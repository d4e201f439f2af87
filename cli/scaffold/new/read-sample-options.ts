import type { ContentFiles } from '../../content/content-files.ts'
import { readContentFolder } from '../../content/read.ts'
import { readToday } from '../../content/site-settings.ts'
import { readKnownNames } from '../schema/known-names.ts'
import type { SampleOptions } from './sample.ts'

/** Returns the date and the names with which new entries in a content folder are filled. */
export function readSampleOptions(files: ContentFiles): Pick<SampleOptions, 'today' | 'slugs'> {
  return { today: readToday(readContentFolder(files)), slugs: readKnownNames(files) }
}
