import type { ReactNode } from 'react'

interface TitledGroupProps {
  className: string
  hidden: boolean | undefined
  /** Position among the form's groups; undefined if there is only one. */
  number: number | undefined
  title: string
  children: ReactNode
}

/** Renders fields with a title. A module of its own, because only pages with titles need its styles (`FORM_PART`). */
export function TitledGroup({ number, title, children, ...attributes }: TitledGroupProps) {
  return (
    <fieldset {...attributes}>
      <legend>
        {number !== undefined && <span className="num">{number}</span>} {title}
      </legend>
      {children}
    </fieldset>
  )
}
