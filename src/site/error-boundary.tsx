import { Component, type ReactNode } from 'react'
import type { LiveSite } from '../sections/view.ts'
import { Fault } from './fault.tsx'

/** Round the routed page: when it fails to render, header and footer survive and the visitor can go on. */
export class ErrorBoundary extends Component<{ site: LiveSite; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  /** The page that would have done so never came. */
  override componentDidCatch(): void {
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }

  override render(): ReactNode {
    return this.state.failed ? <Fault site={this.props.site} /> : this.props.children
  }
}
