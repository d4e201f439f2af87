/** The `--seed` option. The default is random, and every suite prints its seed so that a run can be repeated. */
export const seedOption = { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) } as const
