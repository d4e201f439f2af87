/** The command that starts this tool, for messages from which users can copy commands. */
export const commandName = /^(?:site|start)$/.test(process.env.npm_lifecycle_event ?? '') ? 'npm run site --' : 'site'
