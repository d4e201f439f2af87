import { execFileSync } from 'node:child_process'
import path from 'node:path'
import pc from 'picocolors'
import { cacheRoot } from '../cache.mjs'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'
import { cliRoot, isInstalled, projectRoot } from '../packages.mjs'
import { createPreviewServer, listen } from '../preview/server.ts'
import { findGuideSections, type GuideSection, listGuideSections } from '../scaffold/guides.ts'
import { parsePort, waitForInterrupt } from './preview.ts'

/**
 * `site docs [words]`: serves the guides, and prints the addresses of up to 12 sections that match the words. With
 * `list`, prints their files instead. Without a terminal, prints the Markdown of the best match.
 * @throws Failure with exit code 2 if nothing matches
 */
export async function runDocsCommand(
  words: readonly string[],
  { list, port }: { list: boolean; port: string },
): Promise<void> {
  const guides = listGuideSections().filter(({ address }) => !address.includes('#'))
  const found = words.length > 0 ? findGuideSections(words).slice(0, 12) : guides
  const [first] = found
  if (!first) {
    const names = guides.map(({ address }) => address.slice(1))
    const help = suggestCorrection(words.join('-'), names) ?? `Guides: ${names.join(', ')}.`
    throw new Failure(`No guide contains "${words.join(' ')}". ${help}`, exitCodes.usage)
  }
  if (!list && !process.stdout.isTTY && words.length > 0) return void process.stdout.write(first.text)
  if (list || !process.stdout.isTTY)
    return void printSections(found, ({ file, line }) => `${shortenPath(file)}:${line}`)
  const server = createPreviewServer(findBuiltGuides())
  const interrupted = waitForInterrupt()
  try {
    const site = `http://127.0.0.1:${await listen(server, '127.0.0.1', parsePort({ port }))}`
    printSections(found, ({ address }) => pc.cyan(site + address))
    process.stdout.write(`\n  ${pc.dim('Press Ctrl+C to stop.')}\n`)
    await interrupted
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

function printSections(sections: readonly GuideSection[], getPlace: (section: GuideSection) => string): void {
  const width = Math.max(...sections.map(({ title }) => title.length))
  for (const section of sections) process.stdout.write(`  ${section.title.padEnd(width)}  ${getPlace(section)}\n`)
}

/** Returns the output folder of the built guides: part of the installed package. In a clone, builds them first. */
function findBuiltGuides(): string {
  if (isInstalled) return path.join(cliRoot, 'docs', 'built')
  const folder = path.join(cacheRoot, 'guides')
  execFileSync(process.execPath, [path.join(projectRoot, 'scripts', 'guides.mjs'), folder])
  return path.join(folder, 'built')
}
