import { z } from 'zod'
import { href, line, reference } from './text.ts'

/** A button or link. If `opens` is set, it opens that dialog. The build adds a target that works without JavaScript. */
export const actionSchema = z.strictObject({
  label: line.max(48).describe('Button text'),
  to: href.describe('Link target; ignored if `opens` is set'),
  opens: reference('dialogs').optional().describe('Dialog that the button opens'),
})
export type Action = z.infer<typeof actionSchema>
