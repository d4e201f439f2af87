import { z } from 'zod'
import type { DialogName } from '../../schema/action.ts'

export const view = z.custom<{ type: 'booking'; id: string; name: DialogName }>()

export const labels = ['bookingFallback', 'bookingLink', 'bookingLoad', 'bookingNotice'] as const
export const siteParts = ['scheduling'] as const
