import { readFile } from 'node:fs/promises'
import { getShareImagePath } from '@northshelf/site/collections/addresses.ts'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { Route } from '@northshelf/site/routes.ts'
import { createShareCard } from '@northshelf/site/site/meta.ts'
import { writeIcons, writeImages } from './images.ts'
import { listMarkdownCopies } from './markdown-copies.ts'
import type { FileWriter } from './output.ts'
import { writeShareImages } from './share/share-images.ts'
import { renderTextFiles } from './text-files.ts'

/**
 * Returns a function that creates files such as feeds, icons and images on request. The function returns undefined for
 * a file that the build would not publish.
 */
export function createFileGenerator(routes: Route[], content: Content) {
  const made = new Map<string, string | Uint8Array>()
  const put: FileWriter['put'] = async (file, data) => {
    made.set(file, data)
  }
  const files: FileWriter = { put, keep: () => undefined, write: (file, _key, data) => put(file, data) }
  const copies = listMarkdownCopies(routes, content)
  let texts = false

  async function make(name: string): Promise<void> {
    if (!texts) for (const { file, text } of renderTextFiles(routes, content)) made.set(file, text)
    texts = true
    if (made.has(name)) return
    const copy = copies.get(name)
    if (copy) return put(name, await copy())
    const image = content.images.find(({ url }) => url === `/${name}`)
    if (image) return writeImages({ images: [image] }, files)
    const shared = routes.find(({ path }) => getShareImagePath(path) === `/${name}`)
    if (shared) return void (await writeShareImages([createShareCard(shared, content)], content.site, files))
    if (/^[\w-]+\.\w+$/.test(name)) await writeIcons(content, files)
  }

  return async (name: string): Promise<string | Uint8Array | undefined> => {
    const document = content.documents.find(({ url }) => url === `/${name}`)
    if (document) return document.unsaved ?? readFile(document.file)
    if (!made.has(name)) await make(name)
    return made.get(name)
  }
}
