import { z } from 'zod'

export const view = z.custom<{ type: 'booking'; id: string; name: string }>()

export const labels = ['bookingFallback', 'bookingLink', 'bookingLoad', 'bookingNotice'] as const
export const siteParts = ['scheduling'] as const
