import { classNames } from './class-names.ts'

interface StarsProps {
  /** Whole stars, 1 to 5. */
  rating: number
  /** The rating in words. */
  label: string
}

export function Stars({ rating, label }: StarsProps) {
  return <span className={classNames('stars', `stars-${rating}`)} role="img" aria-label={label} />
}
