import type { FormChange } from './changed-forms.ts'
import { listChangedParts, type PagePart } from './changed-parts.ts'
import type { ContentChange } from './content-changes.ts'

/** The difference between two versions of a site. */
export interface Difference {
  /**
   * The version to compare with: an output folder, or a commit (the revision that the user entered, and the commit id).
   */
  against: { folder: string } | { ref: string; commit: string }
  pages: { before: number; after: number }
  changedPages: PageChange[]
  changedForms: FormChange[]
  /** Redirects whose target changed; empty for builds. */
  changedAddresses: AddressChange[]
  /** All changes to the content, including changes that no page shows; empty for builds. */
  changes: ContentChange[]
  /** False if there were too many changes to trace; pages then list only the changes to their own file. */
  traced: boolean
}

export interface PageChange {
  page: string
  change: 'added' | 'removed' | 'changed'
  /** Parts that changed; empty if the page was added or removed. */
  parts: PagePart[]
  /** Known content changes that affected the page; empty for builds. */
  causes: ContentChange[]
}

export interface AddressChange {
  address: string
  /** Old redirect target; undefined if there was none. */
  before: string | undefined
  after: string | undefined
}

/** All pages of one version of the site, by path. */
export interface SiteVersion {
  pages: ReadonlyMap<string, SidePage>
  /**
   * Serialized site view, which is part of every page. If the site view and a page's input are unchanged, so is the
   * page's HTML.
   */
  around: string
}

interface SidePage {
  input(): string
  html(): string | Promise<string>
}

/** Parts that all pages share. Pages in which only these changed are listed last. */
const SHARED = new Set<PagePart>(['around', 'styles', 'metadata'])

/** Compares the HTML of all pages. Does not render pages whose input is unchanged. */
export async function comparePages(before: SiteVersion, after: SiteVersion): Promise<PageChange[]> {
  const changed: PageChange[] = []
  for (const page of new Set([...after.pages.keys(), ...before.pages.keys()])) {
    const [was, is] = [before.pages.get(page), after.pages.get(page)]
    if (!was || !is) changed.push({ page, change: is ? 'added' : 'removed', parts: [], causes: [] })
    else if (before.around !== after.around || was.input() !== is.input()) {
      const [old, html] = [await was.html(), await is.html()]
      if (old === html) continue
      const parts = listChangedParts(old, html)
      changed.push({ page, change: 'changed', parts: parts.length > 0 ? parts : ['data'], causes: [] })
    }
  }
  return changed.sort((a, b) => rankPageChange(a) - rankPageChange(b))
}

/** Ranks a page: added and removed pages come first, then pages with changes of their own, then all others. */
export function rankPageChange({ change, parts }: PageChange): number {
  return change !== 'changed' ? 0 : parts.some((part) => !SHARED.has(part)) ? 1 : 2
}
