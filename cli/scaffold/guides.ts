import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createHeadingIds } from '../content/markdown/headings.ts'
import { parseMarkdown } from '../content/markdown/render.ts'
import { extractPlainText } from '../content/markdown/tree.ts'
import { cliRoot, isInstalled, projectRoot } from '../packages.mjs'

/** Folder with the guides: part of the installed package, or `docs` in a clone. */
const guidesFolder = path.join(isInstalled ? cliRoot : projectRoot, 'docs')

/** A heading of a guide with the text below it. The first section of a guide is the whole guide. */
export interface GuideSection {
  title: string
  /** Address on the site of the guides, such as `/hosting/nginx` or `/operators#backup-and-restore`. */
  address: string
  file: string
  line: number
  /** The heading and the text, as Markdown. */
  text: string
}

/** Returns the text of a guide. @param name such as `own-code` */
export function readGuide(name: string): string {
  return readFileSync(path.join(guidesFolder, `${name}.md`), 'utf8')
}

/** Lists the sections of all guides, each guide first. Omits the documents for developers of this tool. */
export function listGuideSections(): GuideSection[] {
  return readdirSync(guidesFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.md') && !/^(?:architecture|decisions)\b/.test(name))
    .sort()
    .flatMap(listSections)
}

function listSections(name: string): GuideSection[] {
  const page = `/${name.replace(/(?:\/README)?\.md$/, '')}`
  const file = path.join(guidesFolder, name)
  const whole = readFileSync(file, 'utf8')
  const createId = createHeadingIds()
  const headings = parseMarkdown(whole).children.filter((node) => node.type === 'heading')
  return headings.map((heading, index) => {
    const title = extractPlainText(heading).trim()
    const id = createId(title)
    const { line = 1, offset = 0 } = heading.position?.start ?? {}
    const end = headings.slice(index + 1).find(({ depth }) => depth <= heading.depth)?.position?.start.offset
    const address = index === 0 ? page : `${page}#${id}`
    return { title, address, file, line, text: whole.slice(offset, index === 0 ? undefined : end) }
  })
}

/**
 * Returns the guide with this name; otherwise the sections whose heading contains all words, the closest first;
 * otherwise those whose text does.
 */
export function findGuideSections(words: readonly string[]): GuideSection[] {
  const sections = listGuideSections()
  const wanted = words.flatMap((word) => word.toLowerCase().split(/\s+/))
  const contains = (text: string) => wanted.every((word) => text.toLowerCase().includes(word))
  const guide = sections.find(({ address }) => address === `/${wanted.join('-').replace(/\.md$/, '')}`)
  if (guide) return [guide]
  const titled = sections.filter(({ title }) => contains(title))
  if (titled.length > 0) return titled.sort((a, b) => a.title.length - b.title.length)
  return sections.filter(({ text, address }) => address.includes('#') && contains(text))
}
