import type { ContentEdit } from '../changes/change-set.ts'
import type { ChangeSetEffect, ChangeSetSummary } from '../changes/changes.ts'
import type { SaveResult } from '../server/save-queue.ts'

type Call = <T>(name: string, query?: Record<string, string>, payload?: object) => Promise<T>
/** A proposal's name and the version of its edits that the user has seen. */
type Shown = Pick<ChangeSetSummary, 'name' | 'version'>

/** Sends requests about proposals, which files and commands call change sets. */
export function createProposalClient(call: Call) {
  return {
    list: () => call<ChangeSetSummary[]>('proposals'),
    effect: (name: string) => call<ChangeSetEffect>('proposal', { name }),
    /** Adds an edit to a proposal, or creates the proposal. */
    propose: (name: string, edit: ContentEdit) => call<ChangeSetEffect>('propose', {}, { name, edits: [edit] }),
    approve: ({ name, version }: Shown) => call<null>('approve', {}, { name, version }),
    withdraw: (name: string) => call<null>('withdraw', {}, { name }),
    apply: ({ name, version }: Shown) => call<Pick<SaveResult, 'undo' | 'redo'>>('apply', {}, { name, version }),
    discard: (name: string) => call<null>('discard', {}, { name }),
    resolve: ({ name, version }: Shown, index: number, keep: 'proposed' | 'current') =>
      call<null>('resolve', {}, { name, version, index, keep }),
  }
}
