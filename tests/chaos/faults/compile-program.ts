import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { compileForNode, filesInside } from '../../../cli/build/bundle.mjs'
import { projectRoot } from '../../../cli/paths.ts'
import { createSiteForms } from '../../relay/site-forms.ts'

/**
 * Compiles a test program into one file, so that it starts fast, and writes the forms to a file beside the program.
 * @returns the path of the program
 */
export function compileProgram(entry: string, folder: string): string {
  // Runs Vite in a separate process, because inside a test process it would compile in test mode.
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' }
  execFileSync(process.execPath, ['--import', 'tsx', import.meta.filename, entry, folder], { cwd: projectRoot, env })
  writeFileSync(path.join(folder, 'forms.json'), JSON.stringify(createSiteForms()))
  return path.join(folder, 'program.mjs')
}

const [, program, entry, folder] = process.argv
if (program === import.meta.filename && entry && folder)
  await compileForNode(
    folder,
    [entry],
    { entryFileNames: 'program.mjs', codeSplitting: false },
    {
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true, target: 'node' },
      plugins: [filesInside],
    },
  )
