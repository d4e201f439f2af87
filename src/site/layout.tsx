import type { SiteView } from '../sections/site-view.ts'
import type { PageView } from '../sections/view.ts'
import { ActionLink } from '../ui/action-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { InlineMarkdown, InlineParagraph } from '../ui/inline-markdown.tsx'
import { CloseIcon } from '../ui/line-icon.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

interface LayoutProps {
  path: string
  site: SiteView
  header: PageView['header']
  /** HTML of the page's main content, which React hydrates. */
  main: string
}

/**
 * Renders everything around the main content of a page. It remains in the document during client-side navigation
 * (src/client). `main` is focusable for the skip link and for that navigation.
 */
export function Layout({ path, site, header, main }: LayoutProps) {
  return (
    <>
      <a className="skip" href="#main">
        {site.labels.skipToContent}
      </a>
      {site.measurement.some(({ ask }) => ask) && <ConsentBar labels={site.labels} />}
      <Hatches />
      {site.notice && (
        <aside className="site-notice">
          <InlineParagraph className="wrap" text={site.notice.text} />
        </aside>
      )}
      <Header path={path} site={site} isBare={header === 'bare'} />
      <main id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: main }} />
      <Footer site={site} isBare={header === 'bare'} />
      {site.help && !header && <HelpWidget help={site.help} />}
    </>
  )
}

/**
 * Asks whether services may measure the visit. src/measurement/consent.ts shows the bar at the bottom of the window. It
 * is at the start of the document, so that keyboards and screen readers reach it before the page.
 */
function ConsentBar({ labels }: Pick<SiteView, 'labels'>) {
  return (
    <section className="consent-bar" aria-label={labels.measurementChoice} hidden>
      <div className="wrap">
        <p tabIndex={-1}>
          <InlineMarkdown text={labels.measurementQuestion} />
        </p>
        <button className="btn btn-line" type="button" value="yes">
          {labels.measurementAccept}
        </button>{' '}
        <button className="btn btn-line" type="button" value="no">
          {labels.measurementDecline}
        </button>
      </div>
    </section>
  )
}

/** Defines the hatch patterns for all pictures. Does not use `display: none`, because hidden patterns paint nothing. */
function Hatches() {
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <pattern id="h-ink" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="s-muted" d="M0 0v5" strokeWidth="2" />
      </pattern>
      <pattern id="h-coral" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="s-coral" d="M0 0v6" strokeWidth="3.5" />
      </pattern>
    </svg>
  )
}

/**
 * Shows the help bubble (on phones a bar, which covers nothing), a native `<details>` element that opens without
 * JavaScript. Buttons with `data-help` close the
 * panel or dismiss the widget for the session (src/client/popups.ts) and are hidden without JavaScript.
 */
function HelpWidget({ help }: { help: NonNullable<SiteView['help']> }) {
  return (
    <aside className="help" aria-label={help.heading}>
      <details data-popup="">
        <summary aria-label={help.open}>
          <Icon name="chat" />
          <span className="help-open">{help.open}</span>
        </summary>
        <div className="help-panel">
          <h2 className="h-s">{help.heading}</h2>
          <p>{help.text}</p>
          <ActionLink action={help.action} look="tag" />{' '}
          <button type="button" className="help-later" data-help="dismiss">
            {help.later}
          </button>
          <button type="button" className="help-close" data-help="close" aria-label={help.close}>
            <CloseIcon />
          </button>
        </div>
      </details>
      <button type="button" className="help-hide" data-help="dismiss" aria-label={help.dismiss}>
        <CloseIcon />
      </button>
    </aside>
  )
}
