import type { Command } from 'commander'

const OFF = /^(?:|0|false|no|off)$/i

/**
 * Lets a variable say no as well as yes: commander takes any value of a switch's variable for yes, SITE_QUIET=0 and
 * SITE_RELAY=yes for `--no-relay` among them. An empty variable counts as none.
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
