import { z } from 'zod'
import type { Picture } from '../../drawings/picture.ts'
import type { Action } from '../../schema/action.ts'

/** The top of a service or solution page: breadcrumb, heading, button and picture. */
export const view = z.custom<{
  type: 'service-hero'
  trail: { label: string; to: string }
  title: string
  heading: string
  text: string
  actions: Action[]
  picture?: Picture | undefined
}>()
