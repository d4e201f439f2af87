/** Thrown if a change cannot be made without reformatting the YAML around it. The message says what to do instead. */
export class YamlEditError extends Error {}
