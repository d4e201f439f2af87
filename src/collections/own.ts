/** Exports of the files in the project's folder `collections`. `cli/build/own-code.mjs` replaces this module. */
export const ownCollections: Readonly<Record<string, object>> = {}
