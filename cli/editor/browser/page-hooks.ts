import { hasModifier } from '@northshelf/site/ui/has-modifier.ts'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { BODY_PATH_SEGMENT, groupOf, type ValueLocation } from '../../dev/source-marks.ts'
import type { EditedPage } from './page.ts'
import { findAltLocation, findImageAt, findPageTextAt, findTextElementAt, type PageText } from './page-texts.ts'
import type { FieldsPanel } from './toolbar.tsx'

interface PointerOptions {
  page: EditedPage
  /** The editor's element, whose events are ignored. */
  host: HTMLElement
  onPoint(pageText: PageText | undefined): void
  onText(pageText: PageText, point: { x: number; y: number }): void
  onGroup(group: Omit<FieldsPanel, 'kind'>): void
}

/** Handles hovering over text on the page, and clicks on text and field groups. */
export function usePagePointer({ page, host, onPoint, onText, onGroup }: PointerOptions): void {
  // Text below the overlay with problems must not receive the overlay's clicks.
  const isInEditor = (event: Event) =>
    event.composedPath().some((part) => part === host || (part instanceof Element && part.matches('site-problems')))
  const point = useEffectEvent((event: PointerEvent) => {
    if (!isInEditor(event)) onPoint(findPageTextAt(page.texts(), event.clientX, event.clientY))
  })
  const press = useEffectEvent((event: MouseEvent) => {
    const { target, clientX: x, clientY: y } = event
    if (isInEditor(event) || !(target instanceof Element) || event.detail === 0) return
    if (event.ctrlKey || event.metaKey) return
    const pageText = event.altKey ? undefined : findPageTextAt(page.texts(), x, y)
    const group = pageText || event.altKey ? undefined : groupAt(page.texts(), target, x, y)
    if (!pageText && !group && !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (pageText) return onText(pageText, { x, y })
    if (group) return onGroup(group)
    // With Alt, clicks work as they do for visitors. Dispatch a new click, because browsers download a link's target
    // on Alt+click.
    onPoint(undefined)
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('pointermove', point, { signal })
    addEventListener('click', press, { capture: true, signal })
    return () => listening.abort()
  }, [])
}

/** Returns the group of fields shown at a clicked point, and the field if it is known. */
function groupAt(
  texts: readonly PageText[],
  target: Element,
  x: number,
  y: number,
): Omit<FieldsPanel, 'kind'> | undefined {
  const text = findTextElementAt(x, y)
  // Clicks on buttons and fields select no group.
  if (!text && target.closest('button, summary, input, select, textarea, label')) return undefined
  const image = findImageAt(x, y)
  if (image) return groupOfImage(texts, image)
  const around = groupAround(texts, text ?? target)
  return around && { place: around.place, field: text ? undefined : around.field, words: text?.textContent.trim() }
}

/** Returns the group that contains an image. In a Markdown text, finds the image by its alternative text. */
function groupOfImage(texts: readonly PageText[], image: HTMLImageElement): Omit<FieldsPanel, 'kind'> | undefined {
  const alt = findAltLocation(image)
  if (alt) return { place: groupOf(alt), isPicture: true }
  const around = groupAround(texts, image)
  if (around?.field !== BODY_PATH_SEGMENT) return around && { place: around.place, isPicture: true }
  return { place: { file: around.place.file, path: [BODY_PATH_SEGMENT] }, words: image.alt }
}

/**
 * Returns the group of fields that an element shows, and the field if the element shows only one. If the element shows
 * no values, searches its ancestors.
 */
function groupAround(texts: readonly PageText[], element: Element) {
  // Exclude the site's labels, which may appear next to values from other files.
  const own = texts.filter(({ place }) => place.path[0] !== 'labels')
  for (let part: Element | null = element; part && !part.matches('main, body'); part = part.parentElement) {
    const inside = own.filter(({ range }) => part?.contains(range.commonAncestorContainer)).map(({ place }) => place)
    const [first] = inside
    if (!first) continue
    const place = { file: first.file, path: commonPath(inside.filter(({ file }) => file === first.file)) }
    return { place, field: inside.length === 1 ? first.path.at(-1) : undefined }
  }
  return undefined
}

/** Returns the common path of several values. For a single value, returns the group that contains it. */
function commonPath([first, ...others]: ValueLocation[]): ValueLocation['path'] {
  if (!first || others.length === 0) return first?.path.slice(0, -1) ?? []
  const same = first.path.findIndex((step, index) => others.some(({ path }) => path[index] !== step))
  return first.path.slice(0, same < 0 ? undefined : same)
}

interface KeysOptions {
  /** Whether a panel or a text field is open. */
  isOpen: boolean
  onStep(direction: 'undo' | 'redo'): void
  /** Moves focus between the toolbar and the rest of the editor. */
  onRegion(): void
  onExit(): void
}

/**
 * Handles keyboard shortcuts: F6 everywhere, undo and redo outside text fields, and E only while no panel or field is
 * open, because the user may still be typing into a field that has just lost focus.
 */
export function useKeyboardShortcuts({ isOpen, onStep, onRegion, onExit }: KeysOptions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'F6' && !hasModifier(event)) {
      event.preventDefault()
      return onRegion()
    }
    const [target] = event.composedPath()
    if (target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea')) return
    const key = event.key.toLowerCase()
    const direction = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined
    if (direction && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onStep(direction)
    }
    if (key === 'e' && !hasModifier(event) && !isOpen) onExit()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Scrolls the page to the panel's open group. If the group was just added, waits until it is rendered. */
export function useScrollToGroup(page: EditedPage, { file, path }: ValueLocation): void {
  const name = JSON.stringify([file, ...path])
  useEffect(() => {
    const [groupFile, ...group] = JSON.parse(name) as [string, ...(string | number)[]]
    if (group.length === 0) return
    const isInGroup = ({ place }: PageText) =>
      place.file === groupFile && group.every((step, index) => place.path[index] === step)
    /** @returns whether the group is on the page */
    const scroll = () => {
      const element = page.texts().find(isInGroup)?.range.startContainer.parentElement
      element?.scrollIntoView({ block: 'nearest' })
      return element !== undefined && element !== null
    }
    if (scroll()) return
    const unsubscribe = page.subscribe(() => {
      if (scroll()) unsubscribe()
    })
    return unsubscribe
  }, [page, name])
}

/** Re-renders a component when the page scrolls, or when the page or window changes size. */
export function useRenderOnLayout(): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('scroll', draw, { capture: true, passive: true, signal })
    addEventListener('resize', draw, { signal })
    const observer = new ResizeObserver(draw)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [])
}
