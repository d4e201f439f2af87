import { install } from './install.mjs'

/** `npm start` and `npm run site`: installs missing packages, then runs the command line tool. */
install()
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
await import('../cli/bin.mjs')
