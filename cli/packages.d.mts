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

/** Names of the folders in the project that may contain its own code, and of its stylesheet. */
export const OWN_FOLDERS: readonly ['sections', 'drawings', 'collections']
export const OWN_THEME: string

/** Files and folders with the project's own code that existed at the start. */
export const ownCodePaths: readonly string[]

/** Reports whether a file belongs to the project's own code. @param file absolute path */
export function isOwnCode(file: string): boolean

/**
 * Imports the tools of the audit, which the project need not install.
 * @throws Error with the code MODULE_NOT_FOUND if they are missing
 */
export function importAudit(): Promise<typeof import('@northshelf/audit')>
