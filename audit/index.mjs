import { createRequire } from 'node:module'

/**
 * The tools of `site audit`, in a package of their own, because they are larger than everything else together and
 * building, editing and running a site do not need them. Each is loaded only by the check that uses it.
 */
export const tools = {
  chromeLauncher: () => import('chrome-launcher'),
  htmlValidate: () => import('html-validate'),
  lighthouse: () => import('lighthouse'),
  linkinator: () => import('linkinator'),
  playwright: () => import('playwright-core'),
  woff2: () => import('wawoff2'),
}

/** Finds files of the packages, such as `axe-core/axe.min.js`. */
export const { resolve } = createRequire(import.meta.url)
