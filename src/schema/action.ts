import { z } from 'zod'
import { href, line } from './text.ts'

/** The dialogs of the site. Their text is in site.yaml. */
export const dialogNameSchema = z.enum(['contact', 'schedule', 'consultation', 'discovery', 'resume'])
export type DialogName = z.infer<typeof dialogNameSchema>

/** A button or link. With `opens`, it opens a dialog. The build makes it work without JavaScript as well. */
export const actionSchema = z.strictObject({
  label: line.max(48).describe('Text of the button'),
  to: href.describe('Link target; ignored if `opens` is set, even without JavaScript'),
  opens: dialogNameSchema.meta({ reference: 'dialogs' }).optional().describe('Dialog that it opens'),
})
export type Action = z.infer<typeof actionSchema>
