import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { commandName } from '../diagnostics/command-name.ts'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'
import { cliRoot, isInstalled, projectRoot } from '../packages.mjs'

/** Folder with the guides: part of the installed package, or `docs` in a clone. */
const guidesFolder = path.join(isInstalled ? cliRoot : projectRoot, 'docs')

/**
 * `site docs`: lists the guides, or prints one as Markdown. In a terminal, opens it in the pager.
 * @throws Failure with exit code 2 if there is no such guide
 */
export function runDocsCommand(topic: string | undefined): void {
  const topics = listTopics()
  if (topic === undefined) {
    const width = Math.max(...topics.map((name) => name.length))
    const lines = topics.map((name) => `  ${name.padEnd(width)}  ${pc.dim(readTitle(name))}`)
    process.stdout.write(
      `${lines.join('\n')}\n\n${commandName} docs ${topics[0]} opens a guide of ${shortenPath(guidesFolder)}.\n`,
    )
    return
  }
  const name = topic.replace(/\.md$/, '')
  if (!topics.includes(name)) {
    const help = suggestCorrection(name, topics) ?? `Choose from ${topics.join(', ')}.`
    throw new Failure(`There is no guide "${topic}". ${help}`, exitCodes.usage)
  }
  const file = toFile(name)
  const text = readFileSync(file, 'utf8')
  if (!process.stdout.isTTY) process.stdout.write(text)
  else showInPager(`${pc.dim(shortenPath(file))}\n\n${styleForTerminal(text)}`)
}

function listTopics(): string[] {
  const files = readdirSync(guidesFolder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll(path.sep, '/'),
  )
  const guides = files.filter((name) => name.endsWith('.md') && !/^(?:architecture|decisions)\b/.test(name))
  return guides.map((name) => name.replace(/(?:\/README)?\.md$/, '')).sort()
}

function toFile(topic: string): string {
  const file = path.join(guidesFolder, `${topic}.md`)
  return existsSync(file) ? file : path.join(guidesFolder, topic, 'README.md')
}

function readTitle(topic: string): string {
  return /^# (.*)/m.exec(readFileSync(toFile(topic), 'utf8'))?.[1] ?? ''
}

/** Prints the text if there is no pager. */
function showInPager(text: string): void {
  const [program = 'less', ...args] = process.env.PAGER?.split(' ') ?? ['less', '-FRX']
  const { error } = spawnSync(program, args, { input: text, stdio: ['pipe', 'inherit', 'inherit'] })
  if (error) process.stdout.write(text)
}

/** Sets headings, code and link texts off from the text, and leaves everything else as it is. */
function styleForTerminal(markdown: string): string {
  return markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) =>
      part.startsWith('```')
        ? pc.cyan(part.replace(/^```.*\n|\n```$/g, '').replace(/^/gm, '    '))
        : part
            .replace(/^#+ (.*)/gm, (_, title: string) => pc.bold(title))
            .replace(/`([^`\n]+)`/g, (_, code: string) => pc.cyan(code))
            .replace(/\*\*(.+?)\*\*/g, (_, words: string) => pc.bold(words)),
    )
    .join('')
}
