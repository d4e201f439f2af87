import { z } from 'zod'

/** Shows in the hours section whether each place is open now. Renders nothing itself. */
export const view = z.custom<{ type: 'open-now' }>()

export const labels = ['openUntil', 'opensAt', 'closedNow'] as const
