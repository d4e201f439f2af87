import { z } from 'zod'
import type { Heading } from '../../entries/entry.ts'
import type { FormattedDay } from '../../entries/page-content.ts'

export const view = z.custom<{
  type: 'prose'
  heading: string
  updated: FormattedDay
  headings: Heading[]
  body: string
}>()

export const html = 'body'
