import type { Site } from '../entries/site.ts'
import type { Contract } from '../forms/contract.ts'
import type { FormRelay } from '../forms/form-action.ts'

/** A link in the menu, or a submenu with the links in it. */
export interface MenuLink {
  label: string
  to: string
  /** Text of the link to `to` at the end of the submenu. */
  all?: string
  links?: { label: string; to: string; description?: string | undefined }[]
}

/** The parts of the site that all pages share: menus, labels and dialogs. */
export type SiteView = Omit<
  Site,
  | 'article'
  | 'job'
  | 'service'
  | 'serviceGroups'
  | 'locations'
  | 'unsent'
  | 'https'
  | 'markdownCopies'
  | 'sources'
  | 'count'
  | 'dialogs'
  | 'relay'
  | 'navigation'
  | 'languages'
> & {
  /** What the paths of all pages in this language start with: `/`, or for example `/de`. */
  home: string
  frontPage: string
  relay: FormRelay
  navigation: { links: MenuLink[]; button?: Site['navigation']['button'] }
  dialogs: Record<string, { title: string; text?: string | undefined; form?: Contract | undefined }>
}

/** @throws if site.yaml has no such dialog, which `site check` prevents */
export function getDialog({ dialogs }: Pick<SiteView, 'dialogs'>, name: string): SiteView['dialogs'][string] {
  const dialog = dialogs[name]
  if (!dialog) throw new Error(`There is no dialog "${name}"`)
  return dialog
}

export type LabelName = keyof Site['labels']
