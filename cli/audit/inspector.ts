import type { Page } from 'playwright-core'
import type { Finding } from './finding.ts'

/** A problem on the page being checked. */
export type PageIssue = Omit<Finding, 'page'>

/** Checks a hydrated page that is scrolled to the top, and leaves it unchanged. */
export type Inspector = (page: Page) => Promise<PageIssue[]>
