/** Components of the project's own drawings, by kind. `cli/build/own-code.mjs` replaces this module. */
export const ownDrawingViews: Readonly<Record<string, { default: unknown }>> = {}
