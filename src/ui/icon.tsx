import { classNames } from './class-names.ts'

interface IconProps {
  name: string
  className?: string
}

/** A drawing in the colour of the text beside it. Decoration: the words beside it carry the meaning. */
export function Icon({ name, className }: IconProps) {
  return <span className={classNames('i', `i-${name}`, className)} />
}
