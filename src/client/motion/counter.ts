import { findNumber } from '../../schema/figure.ts'

/**
 * Counts a figure up from 0, slowing down toward the end. The text around the number does not change. Only a visual
 * copy is animated, so that screen readers read only the final text.
 */
export function animateCounter(figure: HTMLElement, delay: number): void {
  const text = figure.textContent
  const duration = Number(figure.dataset.count)
  const { value, replace } = findNumber(text)
  if (!value || !(duration > 0)) return

  const srOnly = document.createElement('span')
  srOnly.className = 'visually-hidden'
  srOnly.textContent = text
  const shown = document.createElement('span')
  shown.ariaHidden = 'true'
  figure.replaceChildren(srOnly, shown)

  const end = () => {
    figure.textContent = text
  }
  window.addEventListener('beforeprint', end, { once: true })

  const start = performance.now() + delay
  const show = () => {
    const part = Math.max(0, (performance.now() - start) / duration)
    if (part >= 1 || !shown.isConnected) {
      window.removeEventListener('beforeprint', end)
      end()
      return
    }
    shown.textContent = replace(value * (1 - (1 - part) ** 3))
    requestAnimationFrame(show)
  }
  show()
}
