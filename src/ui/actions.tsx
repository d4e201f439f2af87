import { Fragment, type ReactNode } from 'react'
import { ActionLink, type LinkAction } from './action-link.tsx'

interface ActionsProps {
  actions: readonly LinkAction[]
  first?: 'tag' | 'solid'
  children?: ReactNode
}

/** One button, the rest links: a row never has two main actions. */
export function Actions({ actions, first = 'tag', children }: ActionsProps) {
  if (actions.length === 0 && !children) return null
  return (
    <div className="acts">
      {actions.map((action, place) => (
        <Fragment key={action.label}>
          {place > 0 && ' '}
          <ActionLink action={action} look={place === 0 ? first : 'more'} arrow={place === 0} />
        </Fragment>
      ))}
      {children && ' '}
      {children}
    </div>
  )
}
