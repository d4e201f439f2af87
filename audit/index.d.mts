export type { AxeResults, RunOptions } from 'axe-core'
export type { Result } from 'lighthouse'
export type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** Functions that load the tools of `site audit`. */
export const tools: {
  chromeLauncher(): Promise<typeof import('chrome-launcher')>
  htmlValidate(): Promise<typeof import('html-validate')>
  lighthouse(): Promise<typeof import('lighthouse')>
  linkinator(): Promise<typeof import('linkinator')>
  playwright(): Promise<typeof import('playwright-core')>
  woff2(): Promise<{ decompress(font: Uint8Array): Promise<Uint8Array> }>
}

/** Returns the path of a file of the package's dependencies, such as `axe-core/axe.min.js`. */
export function resolve(file: string): string
