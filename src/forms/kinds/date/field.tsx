import { useLayoutEffect, useState } from 'react'
import type { FieldBase } from '../field-schema.ts'
import { createLineField } from '../line-field.tsx'
import { resolveDay } from './day-limit.ts'

type DateField = FieldBase & { min?: string | undefined; max?: string | undefined }

/** A date control. Relative limits are resolved in the browser, because the day of the build may be long past. */
export default createLineField<DateField>(function useAttributes({ min, max = '9999-12-31' }) {
  const [today, setToday] = useState<Date>()
  useLayoutEffect(() => setToday(new Date(Date.now() - new Date().getTimezoneOffset() * 60_000)), [])
  const toDay = (limit = '') => (today || !limit.startsWith('today') ? resolveDay(limit, today) : '') || undefined
  return { type: 'date', min: toDay(min), max: toDay(max) }
})
