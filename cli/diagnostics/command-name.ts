/** The command that runs this tool, so that users can copy commands from messages. */
export const commandName = /^(?:site|start)$/.test(process.env.npm_lifecycle_event ?? '') ? 'npm run site --' : 'site'
