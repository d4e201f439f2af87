import { Component, type ReactNode } from 'react'
import type { SiteView } from '../content/view.ts'

/** The page that would have taken the focus is not there. */
function focus(heading: HTMLHeadingElement | null): void {
  heading?.focus()
}

/** Round the routed page: when it fails to render, header and footer survive and the visitor can go on. */
export class ErrorBoundary extends Component<{ site: SiteView; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const { error, email } = this.props.site
    return (
      <section className="sec fault" role="alert">
        <div className="wrap stack24">
          <h1 tabIndex={-1} ref={focus}>
            {error.heading}
          </h1>
          <p className="lead">{error.text}</p>
          <p className="acts">
            <button className="btn btn-tag" type="button" onClick={() => window.location.reload()}>
              {error.reload}
            </button>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
        </div>
      </section>
    )
  }
}
