import type { Config } from 'vike/types'

/** Produces only HTML. Without onRenderClient, vike adds no client runtime; `+client.ts` hydrates the page. */
export default {
  route: '*',
  clientRouting: false,
} satisfies Config
