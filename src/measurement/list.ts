/** The providers that `measurement` in site.yaml can list, one per line. */
export * as google from './providers/google.ts'
export * as matomo from './providers/matomo.ts'
export * as plausible from './providers/plausible.ts'
export * as script from './providers/script.ts'
export * as umami from './providers/umami.ts'
