import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileOf, openBuiltSite } from '../audit/built-site.ts'
import { STATUS_PAGES } from '../content/served-addresses.ts'
import { outputFolders } from '../paths.ts'
import { type Contracts, listChangedForms } from './changed-forms.ts'
import { comparePages, type Difference, type Side } from './difference.ts'

/** Compares two output folders created by `site build`. */
export async function compareBuilds(before: string, after: string): Promise<Difference> {
  const [old, now] = [openSide(before), openSide(after)]
  const changedPages = await comparePages(old, now)
  return {
    against: { folder: before },
    pages: { before: old.count, after: now.count },
    // After a code change, data and script hashes differ on most pages, although visitors see no difference.
    changedPages: changedPages.filter(({ parts }) => parts[0] !== 'data'),
    changedForms: listChangedForms(readForms(before), readForms(after)),
    ...{ changedAddresses: [], changes: [], traced: true },
  }
}

function openSide(out: string): Side & { count: number } {
  const folder = outputFolders(out).site
  const site = openBuiltSite(folder)
  const statuses = STATUS_PAGES.map((status) => `/${status}`).filter((page) =>
    existsSync(path.join(folder, fileOf(page))),
  )
  const pages = [...site.pages, ...statuses].map((page) => {
    const html = () => site.html(page)
    return [page, { input: html, html }] as const
  })
  return { pages: new Map(pages), around: '', count: site.pages.length }
}

function readForms(out: string): Contracts {
  const file = path.join(outputFolders(out).relay, 'forms.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { forms: Contracts }).forms : {}
}
