import { z } from 'zod'
import { href, line } from './text.ts'

/** Names of the site's dialogs. site.yaml contains their text. */
export const dialogNameSchema = z.enum(['contact', 'schedule', 'consultation', 'discovery', 'resume'])
export type DialogName = z.infer<typeof dialogNameSchema>

/** A button or link. If `opens` is set, it opens that dialog. The build adds a target that works without JavaScript. */
export const actionSchema = z.strictObject({
  label: line.max(48).describe('Button text'),
  to: href.describe('Link target; ignored if `opens` is set'),
  opens: dialogNameSchema.meta({ reference: 'dialogs' }).optional().describe('Dialog that the button opens'),
})
export type Action = z.infer<typeof actionSchema>
