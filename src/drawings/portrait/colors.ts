/*
 * Colors of portraits, keyed by their names in content. They are the same in light and dark mode, like printed matter.
 * They are attributes of the drawing, because rules in a stylesheet would be larger. theme-styles.ts replaces those that
 * are also in tokens.css.
 */

export const ink = '#081b22'

/** Outline of a headscarf, which separates it from clothes of the same color. */
export const scarfOutline = '#0003'

export const skins = { light: '#f2d4c0', fair: '#ecbf9f', olive: '#d1a57c', brown: '#9c6748', dark: '#674633' }

export const hairColors = {
  black: '#1f242c',
  chestnut: '#633f2a',
  auburn: '#984327',
  blond: '#dcb76d',
  gray: '#b3b9bb',
}

export const clothesColors = { ink, white: '#f8fbfb', blue: '#1853c6', yellow: '#f8d63b', coral: '#e05c42' }

/** Backgrounds. The blue is lighter than the blue of clothes. */
export const grounds = { pale: '#e3edf0', yellow: '#f8d63b', blue: '#78acf9', night: '#08212a' }
