import type { Plugin } from 'vite'

/** Modules of the site's package that list the project's own files. */
export const listingModules: readonly string[]

/** Vite plugin that adds the project's own sections, drawings and collections to the site. */
export const ownCode: Plugin & { load(id: string): string | undefined }

/** Lists the project's own stylesheets, the theme last. */
export function listOwnStyles(): string[]

/** Lists the parts of the site that own code replaces, such as `section hero`. */
export function listReplacedParts(): string[]
