/** Definitions of the project's own sections, by type. `cli/build/own-code.mjs` replaces this module. */
export const ownSections: object = {}
