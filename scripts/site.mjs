import { install } from './install.mjs'

/** `npm start` and `npm run site`: installs the packages that the command needs, then runs the command line tool. */
install({ onlySite: process.argv[2] !== 'audit' })
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
await import('../cli/bin.mjs')
