import { z } from 'zod'
import type { DialogName } from '../../schema/action.ts'

/** A dialog with the booking provider's calendar. */
export const view = z.custom<{ type: 'booking'; id: string; name: DialogName }>()

export const labels = ['bookingFallback', 'bookingLink', 'bookingLoad', 'bookingNotice'] as const
export const siteParts = ['scheduling'] as const
