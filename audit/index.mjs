import { createRequire } from 'node:module'

/**
 * Functions that load the tools of `site audit`, which are larger than everything else together. Other commands do not
 * need them, so they have a package of their own.
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
