import { DOCUMENTS_FOLDER } from '../content/documents.ts'
import { IMAGES_FOLDER } from '../content/read.ts'
import { createFileProblem } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

export const windowsNameRules = defineRules({
  'file/windows': {
    means: 'A file has a name that Windows reserves for devices, such as aux, con or nul.',
    matters: 'On Windows, the folder cannot be checked out and the site cannot be built.',
    bad: 'content/faqs/aux.yaml',
    good: 'content/faqs/auxiliary.yaml',
    fix: 'Rename the file.',
  },
}).inFolder(({ files, images, documents }) => {
  const folder = files[0]?.file.split('/')[0]
  const names = [
    ...files.map(({ file }) => file),
    ...[...images].map((name) => `${folder}/${IMAGES_FOLDER}/${name}`),
    ...[...documents].map((name) => `${folder}/${DOCUMENTS_FOLDER}/${name}`),
  ]
  return names.flatMap((file) => {
    const name = file.slice(file.lastIndexOf('/') + 1)
    if (!RESERVED.test(name)) return []
    const message = `Windows does not allow a file named "${name}"`
    return createFileProblem(file, { rule: 'file/windows', severity: 'warning', message, help: 'Rename it.' })
  })
})
