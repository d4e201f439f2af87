import { build } from './build.ts'
import { type PreviewOptions, preview } from './preview.ts'

/** `site start`: build, then serve it. */
export async function start(options: PreviewOptions): Promise<void> {
  await build(options)
  await preview(options)
}
