import { z } from 'zod'
import type { Heading } from '../../entries/entry.ts'
import type { Day } from '../../entries/page-content.ts'

export const view = z.custom<{ type: 'prose'; heading: string; updated: Day; headings: Heading[]; body: string }>()
