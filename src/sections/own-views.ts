type Loaders = Readonly<Record<string, () => Promise<{ default: unknown }>>>

/** Components of the project's own sections, by type. `cli/build/own-code.mjs` replaces this module. */
export const ownSectionViews: Loaders = {}
/** Components that also run in the browser. */
export const ownLiveViews: Loaders = {}
