/** What somebody types to run this tool, so that what is told can be typed. */
export const commandName = /^(?:site|start)$/.test(process.env.npm_lifecycle_event ?? '') ? 'npm run site --' : 'site'
