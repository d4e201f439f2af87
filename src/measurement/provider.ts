import type { z } from 'zod'
import type { SettingTypes } from './setting-types.ts'

export type { SettingTypes }

/** The entry of `measurement` in site.yaml for a provider with these settings. */
export type EntryOf<Settings extends (types: SettingTypes) => z.ZodRawShape> = z.infer<
  z.ZodObject<ReturnType<Settings>>
> & { ask: boolean }

/** The addresses that a provider requests, by directive of the content security policy. */
export interface RequestedAddresses {
  script: string[]
  connect: string[]
  img?: string[]
}

/** A service that has been started in the browser. */
export interface Tracker {
  send(event: string, data: Record<string, string>): unknown
  /** Counts a page that client-side navigation shows. Providers that count these pages themselves do not need it. */
  view?(previousUrl: string): unknown
}

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
