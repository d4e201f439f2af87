import { z } from 'zod'

/** Says of the places on a page whether they are open now. Shows nothing itself. */
export const view = z.custom<{ type: 'open-now' }>()

export const labels = ['openUntil', 'opensAt', 'closedNow'] as const
