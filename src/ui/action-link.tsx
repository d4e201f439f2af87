import { classNames } from './class-names.ts'

/** A button or link: its target, and the dialog that it opens if JavaScript is available. */
export interface LinkAction {
  label: string
  to: string
  opens?: string | undefined
}

const looks = { tag: 'btn btn-tag', solid: 'btn', line: 'btn btn-line', small: 'btn btn-s', more: 'more' }
export type ActionLinkVariant = keyof typeof looks

interface ActionLinkProps {
  action: LinkAction
  look: ActionLinkVariant
  arrow?: boolean
  className?: string | undefined
}

/** Renders a link. If JavaScript is available, `data-opens` makes it act as a button (src/client/dialogs.ts). */
export function ActionLink({ action, look, arrow, className }: ActionLinkProps) {
  return (
    <a className={classNames(looks[look], arrow && 'arrow', className)} href={action.to} data-opens={action.opens}>
      {action.label}
    </a>
  )
}
