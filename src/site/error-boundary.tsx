import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { LiveSite } from '../sections/view.ts'

/** The drawing of the error page, which is loaded only if there is an error, and omitted if it cannot be loaded. */
const Shelf = lazy<ComponentType<{ id: string }>>(() =>
  import('../ui/shelf.tsx').then(
    (loaded) => ({ default: loaded.Shelf }),
    () => ({ default: () => null }),
  ),
)

/** Shows an error page if the current page fails to render. The header and footer remain usable. */
export class ErrorBoundary extends Component<{ site: LiveSite; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  /** Scrolls up and moves the focus, because `useNavigationEffects` does not run if a page fails to render. */
  override componentDidCatch(): void {
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const { error, email } = this.props.site
    return (
      <section className="fault" role="alert">
        <div className="wrap stack24">
          <h1 tabIndex={-1}>{error.heading}</h1>
          <p className="lead">{error.text}</p>
          <p className="acts">
            <button className="btn btn-tag" type="button" onClick={() => window.location.reload()}>
              {error.reload}
            </button>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
        </div>
        <Suspense>
          <Shelf id="shelf-fault" />
        </Suspense>
      </section>
    )
  }
}
