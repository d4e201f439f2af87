import '@vitejs/plugin-react/preamble'
import { applyState } from './live-page.ts'

/** The script of the dev server's pages. It receives the site's state through Vite. */

import.meta.hot?.on('site:state', applyState)
// Requests the state, which may have changed before the connection opened. Messages arrive in order, so the response
// cannot replace a newer state.
import.meta.hot?.send('site:state')
