import { Fragment, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A button or link: its target, and the dialog that it opens if JavaScript is available. */
export interface LinkAction {
  label: string
  to: string
  opens?: string | undefined
}

const looks = { tag: 'btn btn-tag', solid: 'btn', line: 'btn btn-line', small: 'btn btn-s', more: 'more' }

interface ActionLinkProps {
  action: LinkAction
  look: keyof typeof looks
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

interface ActionsProps {
  actions: readonly LinkAction[]
  first?: 'tag' | 'solid'
  children?: ReactNode
}

/** Shows one button, followed by links. A row never has two main actions. */
export function Actions({ actions, first = 'tag', children }: ActionsProps) {
  if (actions.length === 0 && !children) return null
  return (
    <div className="acts">
      {actions.map((action, index) => (
        <Fragment key={action.label}>
          {index > 0 && ' '}
          <ActionLink action={action} look={index === 0 ? first : 'more'} arrow={index === 0} />
        </Fragment>
      ))}
      {children && ' '}
      {children}
    </div>
  )
}
