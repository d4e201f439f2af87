import { readFileSync } from 'node:fs'

/** Everything that is wrong with the configuration, in one error, and what may be the cause of it. */
export class ConfigFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[], warnings: readonly string[] = []) {
    const lines = [...faults.map((fault) => `  - ${fault}`), ...listWarnings(warnings)]
    super(`The configuration does not work:\n${lines.join('\n')}`)
    this.faults = faults
  }
}

/** Warnings as lines below what was found. */
export function listWarnings(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `  warning: ${warning}`)
}

/** The environment, read variable by variable. Faults are collected, so that one start reports all of them. */
export class Environment {
  readonly faults: string[] = []
  readonly warnings: string[] = []
  /** Names that were asked for, so that others can be recognised as slips. */
  readonly known = new Set<string>()
  readonly #variables: NodeJS.ProcessEnv

  constructor(variables: NodeJS.ProcessEnv) {
    this.#variables = variables
  }

  fault(text: string): undefined {
    this.faults.push(text)
  }

  /** Whether a variable is set at all, in either way. */
  has(name: string): boolean {
    this.known.add(name)
    return Boolean(this.#variables[name]?.trim() || this.#variables[`${name}_FILE`]?.trim())
  }

  /** The value of `<name>`, or the contents of the file that `<name>_FILE` names. Empty counts as not set. */
  text(name: string): string | undefined {
    this.known.add(name)
    const direct = this.#variables[name]?.trim() || undefined
    const file = this.#variables[`${name}_FILE`]?.trim() || undefined
    if (!file) return direct
    if (direct) return this.fault(`${name} and ${name}_FILE are both set; keep one.`)
    try {
      return readFileSync(file, 'utf8').trim() || this.fault(`${name}_FILE: ${file} is empty.`)
    } catch (error) {
      return this.fault(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    }
  }

  list(name: string): string[] {
    return (this.text(name) ?? '').split(/[\s,]+/).filter(Boolean)
  }

  number(name: string, fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    this.fault(
      `${name} must be a whole number${max < Number.MAX_SAFE_INTEGER ? ` from ${min} to ${max}` : ` of at least ${min}`}; it is "${text}".`,
    )
    return fallback
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name)?.toLowerCase()
    if (text === undefined) return fallback
    if (['1', 'true', 'yes', 'on'].includes(text)) return true
    if (['0', 'false', 'no', 'off'].includes(text)) return false
    this.fault(`${name} must be true or false; it is "${text}".`)
    return fallback
  }

  /** `host:port`, `[ipv6]:port` or a bare port, which means loopback. */
  address(name: string): { host: string; port: number } | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const match = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]]+)):)?(\d{1,5})$/.exec(text)
    const port = Number(match?.[3])
    if (!match || port > 65_535)
      return this.fault(`${name} must be host:port, such as 127.0.0.1:8787; it is "${text}".`)
    return { host: match[1] ?? match[2] ?? '127.0.0.1', port }
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && protocols.includes(url.protocol.slice(0, -1)) && url.hostname) return text
    // Not quoted: such an address may hold a password.
    return this.fault(
      `${name} must be an address that begins with ${protocols.map((name) => `${name}://`).join(' or ')}.`,
    )
  }
}
