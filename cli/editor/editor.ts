import path from 'node:path'
import type { EditRequestHandler } from '../dev/server.ts'
import { cliRoot } from '../packages.mjs'
import { isLoopback } from '../preview/hosts.ts'
import { createEditApi, EDIT_PATH_PREFIX, rejectEditing } from './server/api.ts'
import { createEditor, type EditorOptions } from './server/editor.ts'

/** The editor of `site dev`. Other modules use only this object, and the change sets in `changes`. */
export const editor = {
  /** File of the browser module. */
  script: path.join(cliRoot, 'editor', 'browser', 'start.tsx'),
  /** Files and folders that the browser module imports. */
  sources: ['editor/browser', 'editor/changes/set-name.ts', 'content/value-at.ts', 'scaffold/schema/node.ts'].map(
    (source) => path.join(cliRoot, source),
  ),
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
