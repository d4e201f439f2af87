import type { Command } from 'commander'

const OFF = /^(?:|0|false|no|off)$/i

/**
 * Removes environment variables that are empty or turn a switch off, such as SITE_QUIET=0, because commander turns a
 * switch on for any value. For `--no-relay`, removes values that leave the relay on, such as SITE_RELAY=yes.
 */
export function removeDisabledSwitches(program: Command): void {
  const commands = program.commands.flatMap((command) => [command, ...command.commands])
  for (const option of commands.flatMap((command) => command.options)) {
    const value = option.envVar === undefined ? undefined : process.env[option.envVar]
    if (option.envVar === undefined || value === undefined) continue
    const isSwitch = !option.required && !option.optional
    const takesEffect = isSwitch ? OFF.test(value) === option.negate : value !== ''
    if (!takesEffect) delete process.env[option.envVar]
  }
}
