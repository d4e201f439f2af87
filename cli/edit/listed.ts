import { referenceTo } from '../../src/collections/addresses.ts'
import { pathOf } from '../check/addresses.ts'
import { listNames, namedBySite } from '../content/named-by-site.ts'
import { findSingle, type ParsedFolder } from '../content/parsed.ts'
import { type Publication, publicationOf } from '../content/publication.ts'

/** Something that a field may name. */
export interface Choice {
  name: string
  /** What people call it. */
  title: string
  file?: string
}

/** A file of the content. */
export interface ListedFile {
  file: string
  /** Empty for what stands by itself. */
  folder: string
  title: string
  state: Publication['state']
  /** Of its page. */
  address: string | undefined
}

const TITLES = ['title', 'name', 'author', 'label', 'heading']

/** Everything that a reference to a collection, to a part of site.yaml, to facts or to pictures may name. */
export function listChoices({ files, facts, images }: ParsedFolder, of: string): Choice[] {
  if (of === 'facts') return [...facts].map(([name, value]) => ({ name, title: value }))
  if (of === 'images') return [...images].map((name) => ({ name, title: name }))
  if (namedBySite.includes(of))
    return listNames(findSingle(files, 'site')?.data, of).map((name) => ({ name, title: name }))
  return files.flatMap((file): Choice[] => {
    const { collection, slug, data } = file
    if (collection?.name !== of) return []
    return [{ name: referenceTo(collection, file), title: titleOf(data) ?? slug, file: file.file }]
  })
}

/** Every file of the content. */
export function listFiles({ files, edition }: ParsedFolder): ListedFile[] {
  return files.map((one) => {
    const { file, folder, slug, data, collection } = one
    const title = (collection && titleOf(data)) ?? slug
    return { file, folder, title, state: publicationOf(one, edition.today).state, address: pathOf(one) }
  })
}

function titleOf(data: unknown): string | undefined {
  const fields = (data ?? {}) as Record<string, unknown>
  const titled = TITLES.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof titled === 'string' ? titled : undefined
}
