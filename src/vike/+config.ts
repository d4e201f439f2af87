import type { Config } from 'vike/types'

/** HTML-only: no onRenderClient, so that vike ships no client runtime; hydration is `+client.ts`. */
export default {
  route: '*',
  clientRouting: false,
} satisfies Config
