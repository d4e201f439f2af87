import path from 'node:path'
import type { EditRequestHandler } from '../dev/server.ts'
import { cliRoot } from '../packages.mjs'
import { isLoopback } from '../preview/hosts.ts'
import { createSafeStore } from './files/content-store.ts'
import { findWriteObstacle } from './files/write-lock.ts'
import { createEditApi, createEditRefusal, EDIT_PATH_PREFIX, type EditAccess } from './server/api.ts'
import { openChangeSet } from './server/change-set-workspace.ts'
import { createEditor, openFolder, type Workspace } from './server/editor.ts'

export type { EditAccess }

type Preview = Parameters<typeof createEditApi>[1]

/** The editor of `site dev` and of the studio. Other modules use only this object, and the change sets in `changes`. */
export const editor = {
  /** File of the browser module. */
  script: path.join(cliRoot, 'editor', 'browser', 'start.tsx'),
  /** Files and folders that the browser module imports. */
  sources: [
    'editor/browser',
    'editor/changes/set-name.ts',
    'editor/labels.ts',
    'content/translations/translation-name.ts',
    'content/value-at.ts',
    'scaffold/schema/node.ts',
    'serial-queue.ts',
  ].map((source) => path.join(cliRoot, source)),
  /** Returns a sentence that says why content cannot be edited on a server; undefined if it can. */
  findObstacle: (host: string, folder: string): string | undefined =>
    isLoopback(host)
      ? findWriteObstacle(folder)
      : `Other machines can reach ${host}. To edit, restart the server without --host.`,
  /** Completes the writes of a killed process. */
  recover: (folder: string): Promise<void> => createSafeStore(folder).recover(),
  /** Handles requests from the editor. */
  serve: (workspace: Workspace, preview: Preview, access?: EditAccess): EditRequestHandler => ({
    path: EDIT_PATH_PREFIX,
    handle: createEditApi(createEditor(workspace), preview, access),
  }),
  openFolder,
  openChangeSet,
  /** Rejects all requests from the editor. */
  refuse: (reason: string): EditRequestHandler => ({ path: EDIT_PATH_PREFIX, handle: createEditRefusal(reason) }),
}
