/** Path of the whole stylesheet, as Vite serves it. */
export const STYLESHEET = '/src/theme/site.css'
