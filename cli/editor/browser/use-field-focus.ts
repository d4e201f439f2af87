import { useEffect, useRef, useState } from 'react'
import { valueAt } from '../../content/value-at.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import { BODY_PATH_SEGMENT } from '../../dev/source-marks.ts'
import type { Entry } from '../files/entry.ts'
import { deferFocus, findFirstControl, getFocusedElement } from './focus.ts'
import type { FieldsPanel } from './toolbar.tsx'

interface OpenGroup extends Pick<FieldsPanel, 'field' | 'isPicture' | 'words'> {
  path: ValuePath
}

/**
 * Moves focus in the panel: to the requested field when another group opens, and to the next field or button when a
 * value is removed.
 * @param entry the file; undefined while it is loading
 * @param goTo opens the group that contains a value, and focuses the value
 * @returns a ref for the panel, and a function to call after a value was removed
 */
export function useFieldFocus(
  { path, field, isPicture, words }: OpenGroup,
  entry: Entry | undefined,
  goTo: (path: ValuePath) => void,
) {
  const isBody = path[0] === BODY_PATH_SEGMENT
  const container = useRef<HTMLDivElement>(null)
  const before = useRef(path)
  /** A pending focus change, applied when the file has been loaded. */
  const moving = useRef<{ step: FieldsPanel['field']; focus: ReturnType<typeof deferFocus>; isFirst: boolean }>(
    undefined,
  )
  const find = (selector: string) => container.current?.querySelector<HTMLElement>(selector)
  const findField = (step: FieldsPanel['field']) => {
    const at = `[data-step="${CSS.escape(String(step))}"]`
    const requested = find(isPicture ? '.picture input' : `button${at}, ${at} :is(input, textarea, select, button)`)
    const fields = find('.fields')
    return requested ?? (fields && findFirstControl(fields)) ?? find('.crumbs [aria-current]')
  }

  // Focuses the requested field. Without one, focuses the entry that was open if the user went up a level, or else the
  // first field.
  useEffect(() => {
    const last = before.current
    const isBack = last.length > path.length && path.every((step, index) => last[index] === step)
    const step = field ?? (isBack ? last[path.length] : undefined)
    moving.current = { step, focus: deferFocus(), isFirst: last === path }
    before.current = path
  }, [path, field])
  useEffect(() => {
    if (!entry || !moving.current) return
    const { step, focus, isFirst } = moving.current
    moving.current = undefined
    // If the panel opens on a group, focus stays on the panel's title.
    const shown = words && !isBody && step === undefined ? findPathOfText(entry.fields, words) : undefined
    if (shown) return goTo(shown)
    const isGroupFirst = isFirst && step === undefined && !isPicture && typeof valueAt(entry.fields, path) === 'object'
    if (!isGroupFirst) focus(findField(step))
  })

  /** Path of the last removed value. Set after the removal, once the changed file has been loaded. */
  const [removed, setRemoved] = useState<ValuePath>()
  // Move focus, because the clicked button may have disappeared with the removed value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per removed value
  useEffect(() => {
    if (removed && !getFocusedElement()) findField(removed.at(-1))?.focus()
  }, [removed])
  return { container, setRemoved }
}

/** Returns the path of the first value that equals a text from the page, such as an email address. */
function findPathOfText(value: unknown, text: string): ValuePath | undefined {
  if (value === text) return []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = findPathOfText(inner, text)
    if (path) return [Array.isArray(value) ? Number(key) : key, ...path]
  }
  return undefined
}
