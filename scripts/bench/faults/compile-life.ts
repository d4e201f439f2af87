import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { compileForNode, filesInside } from '../../../cli/build/bundle.mjs'
import { createFormBook } from '../../../tests/relay/form-book.ts'

/**
 * Compiles a program that lives a relay's life into one file, so that each of its many starts takes a moment, and puts
 * the forms beside it.
 */
export async function compileLife(entry: string, folder: string): Promise<string> {
  const output = { entryFileNames: 'life.mjs', codeSplitting: false }
  await compileForNode(folder, [entry], output, {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, target: 'node' },
    plugins: [filesInside],
  })
  writeFileSync(path.join(folder, 'forms.json'), JSON.stringify(createFormBook()))
  return path.join(folder, 'life.mjs')
}
