import type { Config } from 'vike/types'

/** HTML only: without onRenderClient vike ships no client runtime; `+client.ts` hydrates the page. */
export default {
  route: '*',
  clientRouting: false,
} satisfies Config
