import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { compileForNode, filesInside } from '../../../cli/build/bundle.mjs'
import { projectRoot } from '../../../cli/paths.ts'
import { createFormBook } from '../../relay/form-book.ts'

/**
 * Compiles a program that lives a relay's life into one file, so that each of its many starts takes a moment, and puts
 * the forms beside it.
 */
export function compileLife(entry: string, folder: string): string {
  // In a process of its own, because what is compiled during tests is made for tests.
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' }
  execFileSync(process.execPath, ['--import', 'tsx', import.meta.filename, entry, folder], { cwd: projectRoot, env })
  writeFileSync(path.join(folder, 'forms.json'), JSON.stringify(createFormBook()))
  return path.join(folder, 'life.mjs')
}

const [, program, entry, folder] = process.argv
if (program === import.meta.filename && entry && folder)
  await compileForNode(
    folder,
    [entry],
    { entryFileNames: 'life.mjs', codeSplitting: false },
    {
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true, target: 'node' },
      plugins: [filesInside],
    },
  )
