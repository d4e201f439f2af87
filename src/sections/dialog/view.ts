import { z } from 'zod'
import { formLabels } from '../../forms/form-labels.ts'
import { getDialog, type SiteView } from '../site-view.ts'

/** A dialog with a form. Its text is in the site view. */
export const view = z.custom<{ type: 'dialog'; id: string; name: string }>()

export function forms({ name }: z.infer<typeof view>, site: Pick<SiteView, 'dialogs'>) {
  const { form } = getDialog(site, name)
  return form ? [{ contract: form, given: {} }] : []
}

export const labels = formLabels
