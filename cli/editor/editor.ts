import type { EditRequestHandler } from '../dev/server.ts'
import { createEditApi, EDIT_PATH_PREFIX, rejectEditing } from './server/api.ts'
import { isLoopback } from './server/authorize.ts'
import { createEditor, type EditorOptions } from './server/editor.ts'

/** The editor of `site dev`. Other modules use only this object. */
export const editor = {
  /** URL of the browser module. */
  script: '/cli/editor/browser/start.tsx',
  /** Sources that the browser module imports, relative to the project root. */
  sources: ['cli/editor/browser', 'cli/content/value-at.ts', 'cli/scaffold/schema/node.ts'],
  /** Reports whether editing is allowed on a host, which requires that no other machine can reach it. */
  isAllowedOn: isLoopback,
  /** Handles requests from the editor. */
  serve: (options: EditorOptions, preview: Parameters<typeof createEditApi>[1]): EditRequestHandler => ({
    path: EDIT_PATH_PREFIX,
    answer: createEditApi(createEditor(options), preview),
  }),
  /** Rejects all requests from the editor. */
  refuse: { path: EDIT_PATH_PREFIX, answer: rejectEditing } satisfies EditRequestHandler,
}
