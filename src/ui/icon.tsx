import { icons } from '../schema/icons.ts'
import { LineIcon } from './line-icon.tsx'

const all = {
  ...icons,
  arrow: 'M1.5 8h12M9 3.5 13.5 8 9 12.5',
  back: 'M14.5 8h-12M7 3.5 2.5 8 7 12.5',
  down: 'm2 5 6 6 6-6',
}

/** Draws the icon with this name. Live sections use `LineIcon`, because this component would load all icons. */
export function Icon({ name }: { name: keyof typeof all }) {
  return <LineIcon className={`i i-${name}`} path={all[name]} />
}
