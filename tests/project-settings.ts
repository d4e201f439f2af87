/** Variables with which users configure the site and the relay, or change what programs print. */
const SETTINGS = /^(?:PORT|HOST|TZ|LANGUAGE|FORCE_COLOR|(?:SITE|STUDIO|RELAY|SMTP|MAIL|WEBHOOK|LC)_.*|LANG)$/

/** Removes the user's own settings from the environment, so that tests and the programs they start do not depend on them. */
export function removeSettings(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (SETTINGS.test(name)) delete environment[name]
}
