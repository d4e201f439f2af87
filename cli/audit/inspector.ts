import type { Page } from 'playwright-core'
import type { Finding } from './finding.ts'

/** A problem on the checked page. */
export type Remark = Omit<Finding, 'page'>

/** Checks a hydrated page, scrolled to its top, and leaves it in that state. */
export type Inspector = (page: Page) => Promise<Remark[]>
