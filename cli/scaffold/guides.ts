import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createHeadingIds } from '../content/markdown/headings.ts'
import { parseMarkdown } from '../content/markdown/render.ts'
import { extractPlainText } from '../content/markdown/tree.ts'
import { cliRoot, isInstalled, projectRoot } from '../packages.mjs'
import { rankTexts } from './rank-texts.ts'

/** Folder with the guides: part of the installed package, or `docs` in a clone. */
const guidesFolder = path.join(isInstalled ? cliRoot : projectRoot, 'docs')

/** A heading of a guide with the text below it. The first section of a guide is the whole guide. */
export interface GuideSection {
  title: string
  /** Address on the site of the guides, such as `/hosting/nginx` or `/operators#backup-and-restore`. */
  address: string
  file: string
  line: number
  /** Text up to the next heading, as Markdown without the targets of links. */
  body: string
  /** The heading and the text, with all sections below it, as Markdown. */
  text: string
}

/** Returns the text of a guide. @param name such as `own-code` */
export function readGuide(name: string): string {
  return readFileSync(path.join(guidesFolder, `${name}.md`), 'utf8')
}

/** Lists the sections of all guides, each guide first. Omits the documents for developers of this tool. */
export function listGuideSections(folder = guidesFolder): GuideSection[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.md') && !/^(?:architecture|decisions)\b/.test(name))
    .sort()
    .flatMap((name) => listSections(folder, name))
}

function listSections(folder: string, name: string): GuideSection[] {
  const page = `/${name.replace(/(?:\/README)?\.md$/, '')}`
  const file = path.join(folder, name)
  const whole = readFileSync(file, 'utf8')
  const createId = createHeadingIds()
  const headings = parseMarkdown(whole).children.filter((node) => node.type === 'heading')
  return headings.map((heading, index) => {
    const title = extractPlainText(heading).trim()
    const id = createId(title)
    const { line = 1, offset = 0 } = heading.position?.start ?? {}
    const following = headings.slice(index + 1)
    const end = following.find(({ depth }) => depth <= heading.depth)?.position?.start.offset
    const ownText = whole.slice(heading.position?.end.offset, following[0]?.position?.start.offset)
    const body = ownText.replace(/\]\([^()]*\)/g, ']')
    const address = index === 0 ? page : `${page}#${id}`
    return { title, address, file, line, body, text: whole.slice(offset, index === 0 ? undefined : end) }
  })
}

/** Returns the guide with this name; otherwise the sections with a text of their own that match, the closest first. */
export function findGuideSections(words: readonly string[], sections = listGuideSections()): GuideSection[] {
  const name = words.join('-').toLowerCase().replaceAll(' ', '-')
  const guide = sections.find(({ address }) => address === `/${name.replace(/\.md$/, '')}`)
  if (guide) return [guide]
  // A guide with several sections would be a long result.
  const isShort = (page: string) => !sections.some(({ address }) => address.startsWith(`${page}#`))
  const searched = sections.filter(({ address, body }) => (address.includes('#') || isShort(address)) && body.trim())
  return rankTexts(searched, words.join(' '))
}
