import { z } from 'zod'

export const view = z.custom<{
  type: 'not-found'
  heading: string
  text?: string | undefined
  action: { label: string; to: string }
  look: 'plain' | 'shelf'
}>()

export const labels = [] as const
