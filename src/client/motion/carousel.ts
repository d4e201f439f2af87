import { hasModifier } from '../../ui/has-modifier.ts'
import { observeIntersections } from './on-intersect.ts'

/**
 * Returns the slides and their positions. `step` is the distance between slides (negative in right-to-left text), `at`
 * is the index of the first visible slide, and `last` is the maximum of `at`.
 */
function measure(strip: Element) {
  const slides = [...strip.children] as HTMLElement[]
  const [first, second] = slides
  const step = (second?.offsetLeft ?? 0) - (first?.offsetLeft ?? 0) || 1
  const visible = Math.max(1, Math.round(strip.clientWidth / Math.abs(step)))
  return { slides, step, visible, last: Math.max(0, slides.length - visible), at: Math.round(strip.scrollLeft / step) }
}

const stripOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[data-carousel]')?.querySelector('.slides') : undefined

export function createCarousels() {
  /** Target index of each strip while it scrolls, so that two quick clicks move it by two slides. */
  const targets = new WeakMap<Element, number>()

  /** Updates buttons, dots and status line to match the visible slides, and makes all other slides inert. */
  function settle(strip: Element): void {
    const carousel = strip.closest('[data-carousel]')
    if (!carousel) return
    const { slides, visible, last, at } = measure(strip)
    if (targets.get(strip) === at) targets.delete(strip)
    const shown = targets.get(strip) ?? at
    for (const [index, slide] of slides.entries()) slide.inert = index < shown || index >= shown + visible
    for (const button of carousel.querySelectorAll<HTMLElement>('[data-move]'))
      button.ariaDisabled = shown === (Number(button.dataset.move) < 0 ? 0 : last) ? 'true' : null
    for (const [index, dot] of carousel.querySelectorAll('.dots a').entries())
      dot.ariaCurrent = index === shown ? 'true' : null
    const status = carousel.querySelector<HTMLElement>('[data-status]')
    const text = status?.dataset.status
      ?.replace('{n}', visible > 1 ? `${shown + 1}–${shown + visible}` : `${shown + 1}`)
      .replace('{m}', `${slides.length}`)
    if (status && text && status.textContent !== text) status.textContent = text
  }

  /** Scrolls to a slide. `pick` returns the index of that slide, given the index of the current one. */
  function go(strip: Element, pick: (from: number) => number): void {
    const { step, last, at } = measure(strip)
    const target = Math.min(last, Math.max(0, pick(targets.get(strip) ?? at)))
    targets.set(strip, target)
    settle(strip)
    strip.scrollTo({ left: target * step })
  }

  /** Handles buttons, dots, arrow keys and swipes for all carousels, including carousels added later. */
  function listen(): () => void {
    const listening = new AbortController()
    const { signal } = listening
    const onClick = (event: MouseEvent) => {
      const strip = stripOf(event.target)
      const control = (event.target as Element).closest<HTMLElement>('[data-move], .dots a')
      if (!strip || !control || hasModifier(event)) return
      const { move } = control.dataset
      event.preventDefault()
      go(strip, (from) => (move ? from + Number(move) : [...(control.parentElement?.children ?? [])].indexOf(control)))
    }
    const onKey = (event: KeyboardEvent) => {
      const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      const strip = move && stripOf(event.target)
      if (!strip || hasModifier(event)) return
      event.preventDefault()
      go(strip, (from) => from + move * Math.sign(measure(strip).step))
    }
    const onScroll = ({ type, target }: Event) => {
      if (!(target instanceof Element) || !target.matches('[data-carousel] .slides')) return
      if (type === 'scrollend') targets.delete(target)
      settle(target)
    }
    document.addEventListener('click', onClick, { signal })
    document.addEventListener('keydown', onKey, { signal })
    for (const type of ['scroll', 'scrollend'])
      document.addEventListener(type, onScroll, { signal, capture: true, passive: true })
    return () => listening.abort()
  }

  /** Updates each carousel when it scrolls into view, and again when the window is resized. */
  function settleAll(): () => void {
    const strips = document.querySelectorAll<HTMLElement>('[data-carousel] .slides')
    const known = new Set<HTMLElement>()
    const resize = () => known.forEach(settle)
    const unwatch = observeIntersections(strips, {
      seen(strip) {
        known.add(strip)
        settle(strip)
        // Sets aria-live after the first update, so that screen readers do not announce that update.
        strip.closest('[data-carousel]')?.querySelector('[data-status]')?.setAttribute('aria-live', 'polite')
      },
    })
    window.addEventListener('resize', resize)
    return () => {
      unwatch()
      window.removeEventListener('resize', resize)
    }
  }

  return { listen, settleAll }
}
