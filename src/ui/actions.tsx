import { Fragment, type ReactNode } from 'react'
import { ActionLink, type LinkAction } from './action-link.tsx'

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
