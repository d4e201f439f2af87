import { type Config, readConfig, relaySettings } from './config.ts'
import { ConfigError, EnvironmentReader } from './settings.ts'
import { loadSiteForms, type SiteForms } from './site-forms.ts'

/**
 * Reads the configuration. If it is invalid, also checks the forms, so that all errors are reported together.
 * @returns the configuration, and a function that loads the forms, which not every command needs
 * @throws ConfigError listing all errors
 */
export function loadConfig(variables: NodeJS.ProcessEnv): { config: Config; loadForms(): SiteForms } {
  try {
    const config = readConfig(variables)
    return { config, loadForms: () => loadSiteForms(config.forms) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError([...error.problems, ...listFormsProblems(variables)], error.warnings)
  }
}

function listFormsProblems(variables: NodeJS.ProcessEnv): readonly string[] {
  const settings = new EnvironmentReader(variables).read(relaySettings.pick({ forms: true }))
  // If the path itself is invalid, that has already been reported.
  if (!settings) return []
  try {
    loadSiteForms(settings.forms)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems
  }
}
