import { getAriaCurrent } from '../client/aria-current.ts'
import type { SiteView } from '../sections/site-view.ts'
import { Icon } from '../ui/icon.tsx'

interface SolutionsMenuProps {
  link: { label: string; to: string; all: string }
  path: string
  solutions: SiteView['solutions']
}

/** Renders a button that opens the list of solutions. src/client/solutions-menu.ts handles its events. */
export function SolutionsMenu({ link, path, solutions }: SolutionsMenuProps) {
  return (
    <li className="top-sub">
      <button
        type="button"
        aria-expanded={false}
        aria-controls="solutions-menu"
        aria-current={path.startsWith(link.to) ? 'true' : undefined}
      >
        {link.label}
        <Icon name="down" />
      </button>
      <ul id="solutions-menu" className="top-panel">
        {solutions.map((solution) => (
          <li key={solution.to}>
            <a href={solution.to} aria-current={getAriaCurrent(path, solution.to)}>
              <b>{solution.label}</b> <small>{solution.description}</small>
            </a>
          </li>
        ))}
        <li>
          <a href={link.to} aria-current={path === link.to ? 'page' : undefined}>
            {link.all}
          </a>
        </li>
      </ul>
    </li>
  )
}
