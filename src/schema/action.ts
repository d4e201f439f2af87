import { z } from 'zod'
import { href, line } from './text.ts'

/** The dialogs of the site. Their text is in site.yaml. */
export const dialogName = z.enum(['contact', 'schedule', 'consultation', 'discovery', 'resume'])
export type DialogName = z.infer<typeof dialogName>

/** A button or link. With `opens`, it opens a dialog. The build makes it work without JavaScript as well. */
export const action = z.strictObject({
  label: line.max(48).describe('Text of the button'),
  to: href.describe('Target; `opens` overrides it, even without scripting'),
  opens: dialogName.meta({ reference: 'dialogs' }).optional().describe('Dialog that it opens'),
})
export type Action = z.infer<typeof action>
