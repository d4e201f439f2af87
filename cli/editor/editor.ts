import type { EditRequests } from '../dev/server.ts'
import { createEditApi, EDIT, editingIsOff } from './server/api.ts'
import { isLoopback } from './server/authorize.ts'
import { createEditor, type EditorOptions } from './server/editor.ts'

/** The editor for `site dev`, and its only interface to the rest of the program. */
export const editor = {
  /** Address of the module that pages load to edit, and the sources that it imports, from the project's root. */
  script: '/cli/editor/browser/start.tsx',
  sources: [
    'cli/editor/browser',
    'cli/content/value-at.ts',
    'cli/scaffold/schema/node.ts',
    'cli/scaffold/schema/field-node.ts',
  ],
  /** Whether pages of a server that listens on this host may be edited: only if no other machine can reach it. */
  isAllowedOn: isLoopback,
  /** Answers the editor's requests. */
  serve: (options: EditorOptions, preview: Parameters<typeof createEditApi>[1]): EditRequests => ({
    path: EDIT,
    answer: createEditApi(createEditor(options), preview),
  }),
  /** Refuses all of them. */
  refuse: { path: EDIT, answer: editingIsOff } satisfies EditRequests,
}
