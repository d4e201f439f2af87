import { isInstalled } from '../packages.mjs'

/** The command that starts this tool. Messages show it so that users can copy it. */
export const commandName = isInstalled
  ? 'npx site'
  : /^(?:site|start)$/.test(process.env.npm_lifecycle_event ?? '')
    ? 'npm run site --'
    : 'site'
