import { z } from 'zod'
import { formLabels } from '../../forms/form-labels.ts'
import type { DialogName } from '../../schema/action.ts'
import type { SiteView } from '../site-view.ts'

/** A dialog with a form. Its text is in the site view. */
export const view = z.custom<{ type: 'dialog'; id: string; name: DialogName }>()

export function forms({ name }: z.infer<typeof view>, { dialogs }: Pick<SiteView, 'dialogs'>) {
  const { form } = dialogs[name]
  return form ? [{ contract: form, given: {} }] : []
}

export const labels = formLabels
