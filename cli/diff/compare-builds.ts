import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { openBuiltSite, toHtmlFile } from '../audit/built-site.ts'
import { STATUS_PAGE_CODES } from '../content/served-addresses.ts'
import { getOutputFolders } from '../paths.ts'
import { comparePages, type Difference, listChangedForms, type SiteVersion } from './difference.ts'

/** Compares two output folders created by `site build`. */
export async function compareBuilds(before: string, after: string): Promise<Difference> {
  const old = openSide(before)
  const now = openSide(after)
  const changedPages = await comparePages(old, now)
  return {
    against: { folder: before },
    pages: { before: old.count, after: now.count },
    // Omit pages on which visitors see no difference. After a code change, data and script hashes differ on most pages.
    changedPages: changedPages.filter(({ parts }) => parts[0] !== 'data'),
    changedForms: listChangedForms(readForms(before), readForms(after)),
    changedAddresses: [],
    changes: [],
    traced: true,
  }
}

function openSide(out: string): SiteVersion & { count: number } {
  const folder = getOutputFolders(out).site
  const site = openBuiltSite(folder)
  const isBuilt = (page: string) => existsSync(path.join(folder, toHtmlFile(page)))
  const statuses = STATUS_PAGE_CODES.map((status) => `/${status}`).filter(isBuilt)
  const pages = [...site.pages, ...statuses].map((page) => {
    const html = () => site.html(page)
    return [page, { input: html, html }] as const
  })
  return { pages: new Map(pages), around: '', count: site.pages.length }
}

function readForms(out: string): Record<string, Contract> {
  const file = path.join(getOutputFolders(out).relay, 'forms.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { forms: Record<string, Contract> }).forms : {}
}
