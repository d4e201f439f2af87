import type { Page } from 'playwright-core'
import type { Finding } from './finding.ts'

/** Something wrong with the page that is looked at. */
export type Remark = Omit<Finding, 'page'>

/** Looks at one thing of a page, which stands at its top, hydrated and at rest, and leaves it so. */
export type Inspector = (page: Page) => Promise<Remark[]>
