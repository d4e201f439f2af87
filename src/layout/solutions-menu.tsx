import type { SiteView } from '../content/view.ts'
import { Icon } from '../ui/icon.tsx'
import { here } from './here.ts'

interface SolutionsMenuProps {
  link: { label: string; to: string }
  path: string
  solutions: SiteView['solutions']
}

/**
 * Disclosure navigation. Without scripting CSS opens it on hover and focus. A script that takes over
 * sets `data-live` on the list item; from then on only `aria-expanded` decides, so that Esc and the close delay hold.
 */
export function SolutionsMenu({ link, path, solutions }: SolutionsMenuProps) {
  return (
    <li className="top-sub">
      <button
        type="button"
        aria-expanded="false"
        aria-controls="solutions-menu"
        aria-current={path.startsWith(link.to) ? 'true' : undefined}
      >
        {link.label}
        <Icon name="down" />
      </button>
      <ul id="solutions-menu">
        {solutions.map((solution) => (
          <li key={solution.to}>
            <a href={solution.to} aria-current={here(path, solution.to)}>
              <b>{solution.label}</b>
              <small>{solution.description}</small>
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}
