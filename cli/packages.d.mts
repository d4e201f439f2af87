/** Folder of this package, `northshelf`. */
export const cliRoot: string

/** Folder of `@northshelf/site`. */
export const siteRoot: string

/** Folder of `@northshelf/relay`. */
export const relayRoot: string

/** Whether the tool was installed as a package. Otherwise it runs in a clone of its repository. */
export const isInstalled: boolean

/**
 * Root folder of the project: the clone, regardless of the working directory. For an installed tool, the nearest folder
 * with `content/site.yaml`, starting at the working directory; if there is none, the working directory.
 */
export const projectRoot: string
