import { z } from 'zod'
import type { DialogName } from '../../schema/action.ts'

/** The calendar of the booking provider in a dialog. */
export const view = z.custom<{ type: 'booking'; id: string; name: DialogName }>()

export const labels = ['bookingFallback', 'bookingLink', 'bookingLoad', 'bookingNotice'] as const
export const words = ['scheduling'] as const
