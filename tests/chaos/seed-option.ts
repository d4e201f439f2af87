/** `--seed`: random by default, and printed by every suite so that a run can be repeated. */
export const seedOption = { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) } as const
