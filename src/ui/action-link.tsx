import { classNames } from './class-names.ts'

/** Where a button or link leads, and the dialog it opens once scripting is there. */
export interface LinkAction {
  label: string
  to: string
  opens?: string | undefined
}

const looks = { tag: 'btn btn-tag', solid: 'btn', line: 'btn btn-line', small: 'btn btn-s', more: 'more' }
export type ActionLook = keyof typeof looks

interface ActionLinkProps {
  action: LinkAction
  look: ActionLook
  arrow?: boolean
  className?: string | undefined
}

/** A real link, which works without scripting; with `data-opens` it is a button while scripting runs (src/client/dialogs.ts). */
export function ActionLink({ action, look, arrow, className }: ActionLinkProps) {
  return (
    <a className={classNames(looks[look], arrow && 'arrow', className)} href={action.to} data-opens={action.opens}>
      {action.label}
    </a>
  )
}
