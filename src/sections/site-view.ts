import type { Site } from '../entries/site.ts'
import type { Contract } from '../forms/contract.ts'
import type { RelayAddress } from '../forms/form-action.ts'
import type { DialogName } from '../schema/action.ts'

/** The parts of the site that all pages share: menus, labels and dialogs. */
export type SiteView = Omit<
  Site,
  'article' | 'job' | 'service' | 'serviceGroups' | 'locations' | 'unsent' | 'https' | 'dialogs' | 'relay'
> & {
  relay: RelayAddress
  solutions: { label: string; description: string; to: string }[]
  dialogs: Record<DialogName, { title: string; text?: string | undefined; form?: Contract | undefined }>
}

export type LabelName = keyof Site['labels']
