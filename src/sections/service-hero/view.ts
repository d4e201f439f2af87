import { z } from 'zod'
import type { Picture } from '../../drawings/picture.ts'
import type { Action } from '../../schema/action.ts'

export const view = z.custom<{
  type: 'service-hero'
  trail: { label: string; to: string }
  title: string
  heading: string
  text: string
  actions: Action[]
  picture?: Picture | undefined
}>()
