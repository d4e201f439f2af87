import { z } from 'zod'

/** A retention period: a number of days from 1 to 3650, such as `180 days`. */
export const keepSchema = z
  .string()
  .regex(
    /^(?:[1-9]\d{0,2}|[12]\d{3}|3[0-5]\d{2}|36[0-4]\d|3650) days?$/,
    'a whole number of days from 1 to 3650, such as 180 days',
  )

/** Returns the number of days of a retention period. */
export function parseKeepDays(keep: z.infer<typeof keepSchema>): number {
  return Number.parseInt(keep, 10)
}
