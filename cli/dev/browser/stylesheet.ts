/** Path of the whole stylesheet, as Vite serves it. */
export const STYLESHEET = '/src/styles/site.css'
