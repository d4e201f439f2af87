import { readFile } from 'node:fs/promises'
import { getShareImagePath } from '@northshelf/site/collections/addresses.ts'
import { createShareCard } from '@northshelf/site/site/meta.ts'
import { writeIcons, writeImages } from './images.ts'
import { listMarkdownCopies } from './markdown-copies.ts'
import type { FileWriter } from './output.ts'
import type { LanguageVersion } from './pages.ts'
import { writeShareImages } from './share/share-images.ts'
import { renderTextFiles } from './text-files.ts'

/**
 * Returns a function that creates files such as feeds, icons and images on request. The function returns undefined for
 * a file that the build would not publish.
 */
export function createFileGenerator(versions: readonly LanguageVersion[]) {
  const [{ content }] = versions as readonly [LanguageVersion]
  const routes = versions.flatMap((version) => version.routes.map((route) => ({ route, ...version })))
  const made = new Map<string, string | Uint8Array>()
  const put: FileWriter['put'] = async (file, data) => {
    made.set(file, data)
  }
  const files: FileWriter = { put, keep: () => undefined, write: (file, _key, data) => put(file, data) }
  const copies = new Map(versions.flatMap((version) => [...listMarkdownCopies(version.routes, version.content)]))
  let texts = false

  async function make(name: string): Promise<void> {
    if (!texts) for (const { file, text } of renderTextFiles(versions)) made.set(file, text)
    texts = true
    if (made.has(name)) return
    const copy = copies.get(name)
    if (copy) return put(name, await copy())
    const image = versions.flatMap((version) => version.content.images).find(({ url }) => url === `/${name}`)
    if (image) return writeImages({ images: [image] }, files)
    const shared = routes.find(({ route }) => getShareImagePath(route.path) === `/${name}`)
    if (shared)
      return void (await writeShareImages([createShareCard(shared.route, shared.content)], shared.content.site, files))
    if (/^[\w-]+\.\w+$/.test(name)) await writeIcons(content, files)
  }

  return async (name: string): Promise<string | Uint8Array | undefined> => {
    const document = content.documents.find(({ url }) => url === `/${name}`)
    if (document) return document.unsaved ?? readFile(document.file)
    if (!made.has(name)) await make(name)
    return made.get(name)
  }
}
