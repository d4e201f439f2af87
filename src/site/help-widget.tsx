import type { SiteView } from '../sections/site-view.ts'
import { ActionLink } from '../ui/action-link.tsx'
import { Icon } from '../ui/icon.tsx'

/**
 * Shows the help bubble. It is a native `<details>` element, which opens without JavaScript. Its buttons need
 * JavaScript and are hidden without it: `data-help` closes the panel or dismisses the widget for the session
 * (src/client/popups.ts).
 */
export function HelpWidget({ site }: { site: SiteView }) {
  const { help } = site
  return (
    <aside className="help" aria-label={help.heading}>
      <details data-popup="">
        <summary aria-label={help.open}>
          <Icon name="chat" />
        </summary>
        <div className="help-panel">
          <h2 className="h-s">{help.heading}</h2>
          <p>{help.text}</p>
          <ActionLink action={help.action} look="tag" />{' '}
          <button type="button" className="help-later" data-help="dismiss">
            {help.later}
          </button>
          <button type="button" className="help-close" data-help="close" aria-label={help.close}>
            <Icon name="x" />
          </button>
        </div>
      </details>
      <button type="button" className="help-hide" data-help="dismiss" aria-label={help.dismiss}>
        <Icon name="x" />
      </button>
    </aside>
  )
}
