import type { Command } from 'commander'

const OFF = /^(?:|0|false|no|off)$/i

/**
 * Removes environment variables that turn a switch off, because commander turns the switch on whatever the value is,
 * for example for SITE_QUIET=0, or for SITE_RELAY=yes with `--no-relay`. Removes empty variables as well.
 */
export function readSwitches(program: Command): void {
  const commands = program.commands.flatMap((command) => [command, ...command.commands])
  for (const option of commands.flatMap((command) => command.options)) {
    const value = option.envVar === undefined ? undefined : process.env[option.envVar]
    if (option.envVar === undefined || value === undefined) continue
    const isSwitch = !option.required && !option.optional
    const takesEffect = isSwitch ? OFF.test(value) === option.negate : value !== ''
    if (!takesEffect) delete process.env[option.envVar]
  }
}
