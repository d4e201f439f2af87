/** Definitions of the project's own drawings, by kind. `cli/build/own-code.mjs` replaces this module. */
export const ownDrawings: object = {}
