import { isInstalled } from '../packages.mjs'

/** The npm script that runs this tool. A project that installs the tool may have a script "start" but none for it. */
const script = process.env.npm_lifecycle_event

/** The command that starts this tool. Messages show it so that users can copy it. */
export const commandName =
  script === 'site' || (script === 'start' && !isInstalled) ? 'npm run site --' : isInstalled ? 'npx site' : 'site'
