/** Parts of a page that can be left out of work on it: nothing outside them depends on what is in them. */
const PARTS = 'main > div > *, .foot'

/**
 * Opens a dialog as a modal one. That makes the whole document inert: the browser works out the styles of every element
 * again, and once more when the dialog closes. Parts out of sight sleep through both; from the first scrolling or printing
 * on, those wake by themselves that are needed.
 */
export function showModal(dialog: HTMLDialogElement): void {
  const asleep = [...document.querySelectorAll<HTMLElement>(PARTS)]
    .map((part) => ({ style: part.style, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom < 0 || box.top > window.innerHeight)
  for (const { style, box } of asleep) {
    style.height = `${box.height}px`
    // With `auto`, parts close to the window would wake at once.
    style.contentVisibility = 'hidden'
  }
  dialog.showModal()
  // One at a time, so that the next tap does not wait for all of them.
  const wake = () => {
    const style = asleep.pop()?.style
    if (!style) return
    style.height = style.contentVisibility = ''
    setTimeout(wake, 50)
  }
  dialog.addEventListener('close', () => setTimeout(wake, 50), { once: true })
  const doze = () => {
    for (const { style } of asleep) style.contentVisibility = 'auto'
  }
  for (const need of ['scroll', 'beforeprint']) window.addEventListener(need, doze, { once: true })
  // Heights are those of the old width.
  window.addEventListener('resize', wake, { once: true })
}
