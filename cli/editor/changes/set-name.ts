/** Names of change sets. The browser imports this file, too. */

export const MAX_NAME_LENGTH = 60
/** Regular expression for a whole name. */
export const NAME_PATTERN = '[a-z\\d]+(?:-[a-z\\d]+)*'
export const NAME_RULE = 'lowercase letters, digits and single dashes'
