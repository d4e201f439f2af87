import type { ContentEdit } from '../changes/change-set.ts'
import type { ChangeSetEffect } from '../changes/effect.ts'
import type { ChangeSetSummary } from '../changes/summarize-change-set.ts'
import type { SaveResult } from '../files/save-queue.ts'

type Call = <T>(name: string, query?: Record<string, string>, payload?: object) => Promise<T>
/** A proposal's name and the hash of its edits that the user has seen. */
type Seen = Pick<ChangeSetSummary, 'name' | 'hash'>

/** Sends requests about proposals, which files and commands call change sets. */
export function createProposalClient(call: Call) {
  return {
    list: () => call<ChangeSetSummary[]>('proposals'),
    effect: (name: string) => call<ChangeSetEffect>('proposal', { name }),
    /** Adds an edit to a proposal, or creates the proposal. */
    propose: (name: string, edit: ContentEdit) => call<ChangeSetEffect>('propose', {}, { name, edits: [edit] }),
    approve: ({ name, hash }: Seen) => call<null>('approve', {}, { name, hash }),
    withdraw: (name: string) => call<null>('withdraw', {}, { name }),
    apply: ({ name, hash }: Seen) => call<Pick<SaveResult, 'undo' | 'redo'>>('apply', {}, { name, hash }),
    discard: (name: string) => call<null>('discard', {}, { name }),
    /** @param now the current value, which the edit then replaces; undefined to drop the edit */
    resolve: ({ name, hash }: Seen, index: number, now: unknown) =>
      call<null>('resolve', {}, { name, hash, index, now }),
  }
}
