import { Router } from 'express'
import type { StudioRoutes } from './app.ts'
import type { Studio } from './studio.ts'

/** Creates the parts of a studio that answer requests of people who are signed in. */
export function createStudioRoutes(_studio: Studio): StudioRoutes {
  return { publishing: Router(), leads: Router(), site: Router() }
}
