import { type ChangeEvent, useLayoutEffect, useState } from 'react'
import type { FieldBase } from '../field-schema.ts'
import { createLineField } from '../line-field.tsx'
import { isExcluded, resolveDay } from './day-limit.ts'

type DateField = FieldBase & { min?: string | undefined; max?: string | undefined; exclude?: string[] | undefined }

/** A date control. Relative limits are resolved in the browser, because the day of the build may be long past. */
export default createLineField<DateField>(function useAttributes({ min, max = '9999-12-31', exclude, messages }) {
  const [today, setToday] = useState<Date>()
  useLayoutEffect(() => setToday(new Date(Date.now() - new Date().getTimezoneOffset() * 60_000)), [])
  const toDay = (limit = '') => (today || !limit.startsWith('today') ? resolveDay(limit, today) : '') || undefined
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) =>
    target.setCustomValidity(isExcluded(target.value, exclude) ? (messages?.invalid ?? target.value) : '')
  return { type: 'date', min: toDay(min), max: toDay(max), onChange }
})
