import { z } from 'zod'
import type { Picture } from '../../drawings/picture.ts'
import type { Action } from '../../schema/action.ts'
import type { HeroPhoto } from '../../schema/photo.ts'

export const view = z.custom<{
  type: 'service-hero'
  trail: { label: string; to: string }
  title: string
  heading: string
  text: string
  actions: Action[]
  picture?: Picture | undefined
  photo?: HeroPhoto | undefined
}>()
