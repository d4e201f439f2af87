import type { FormChange } from './changed-forms.ts'
import { listChangedParts, type Part } from './changed-parts.ts'
import type { Change } from './content-changes.ts'

/** The difference between two versions of a site. */
export interface Difference {
  /** The other version: an output folder, or a commit as the user named it and its id. */
  against: { folder: string } | { ref: string; commit: string }
  pages: { before: number; after: number }
  changedPages: PageChange[]
  changedForms: FormChange[]
  /** Redirects with another target. Empty for builds. */
  changedAddresses: AddressChange[]
  /** All changes of the content, including those that no page shows. Empty for builds. */
  changes: Change[]
  /** False if there were too many changes to trace; pages then list the changes of their own file. */
  traced: boolean
}

export interface PageChange {
  page: string
  change: 'added' | 'removed' | 'changed'
  /** Empty if the page was added or removed. */
  parts: Part[]
  /** Content changes that affected the page, as far as known. Empty for builds. */
  causes: Change[]
}

export interface AddressChange {
  address: string
  /** Old target; undefined if there was none. */
  before: string | undefined
  after: string | undefined
}

/** The pages of a site by address. */
export interface Side {
  pages: ReadonlyMap<string, SidePage>
  /** Site view around every page. If this and the input of a page are equal, so is its HTML. */
  around: string
}

interface SidePage {
  input(): string
  html(): string | Promise<string>
}

/** Parts shared by all pages. Pages where only these changed are listed last. */
const SHARED = new Set<Part>(['around', 'styles', 'metadata'])

/** Compares the HTML of all pages. Pages with equal input are not rendered. */
export async function comparePages(before: Side, after: Side): Promise<PageChange[]> {
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
  return changed.sort((a, b) => rankOf(a) - rankOf(b))
}

/** Ranks a page: added and removed pages first, then pages with changes of their own, then the others. */
export function rankOf({ change, parts }: PageChange): number {
  return change !== 'changed' ? 0 : parts.some((part) => !SHARED.has(part)) ? 1 : 2
}
