import { z } from 'zod'

export const view = z.custom<{
  type: 'languages'
  /** The page in the other languages; each language's name is in that language. */
  pages: { language: string; name: string; path: string }[]
}>()
