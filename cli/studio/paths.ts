/** Path prefix of the studio's own pages and requests. All other paths show the site. */
export const STUDIO_PREFIX = '/@studio'
