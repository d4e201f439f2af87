import { z } from 'zod'
import { line } from '../schema/text.ts'

const url = z.url({ protocol: /^https$/ })
const server = url.regex(/[^/]$/, 'an https:// address without a slash at its end')

/** Types of the providers' settings. A parameter of `settings`, so that browsers do not load zod with the providers. */
export const settingTypes = { z, line, url, server }
export type SettingTypes = typeof settingTypes
