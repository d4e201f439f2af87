/**
 * Sets the `button` role of a link in a ref, because the rendered attributes must match the HTML during hydration. For
 * links that act as buttons if JavaScript is available.
 */
export function setButtonRole(link: HTMLAnchorElement | null): void {
  if (link) link.role = 'button'
}
