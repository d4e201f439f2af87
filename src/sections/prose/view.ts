import { z } from 'zod'
import type { Day, Heading } from '../view.ts'

export const view = z.custom<{ type: 'prose'; heading: string; updated: Day; headings: Heading[]; body: string }>()
