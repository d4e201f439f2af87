/** The command that runs this tool, so that commands in messages can be copied. */
export const commandName = /^(?:site|start)$/.test(process.env.npm_lifecycle_event ?? '') ? 'npm run site --' : 'site'
