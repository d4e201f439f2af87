import type { z } from 'zod'
import type { SettingTypes } from './setting-types.ts'

export type { SettingTypes }

/** An entry of `measurement` in site.yaml, by the provider's `settings`. */
export type EntryOf<Settings extends (types: SettingTypes) => z.ZodRawShape> = z.infer<
  z.ZodObject<ReturnType<Settings>>
> & { ask: boolean }

/** Sends an event to a service that has been started. */
export type SendEvent = (event: string, data: Record<string, string>) => unknown

/** Loads a script. Resolves to the global variable that it defines, or never if the script is blocked. */
export function loadScript<T>(src: string, global = '', attributes: Record<string, string> = {}): Promise<T> {
  const script = document.createElement('script')
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  return new Promise((resolve) => {
    script.onload = () => resolve((window as unknown as Record<string, T>)[global] as T)
    script.src = src
    document.head.append(script)
  })
}
