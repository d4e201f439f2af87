import { type ChangeSet, hashEdits, isApproved, isReady } from './change-set.ts'
import type { StoredChangeSet } from './change-store.ts'
import { describeEdit } from './describe-edit.ts'

export interface ChangeSetSummary extends Pick<ChangeSet, 'sentBack'> {
  name: string
  title: string
  author: string | undefined
  /** Whether a person has approved exactly these edits. */
  approved: boolean
  /** The request to publish exactly these edits; undefined if there is none. */
  ready?: ChangeSet['ready']
  /** Descriptions of the edits, in order. */
  edits: string[]
  /** Hash of the edits; empty if the change set cannot be read. */
  hash: string
  /** Why the change set cannot be read; undefined if it is valid. */
  problem: string | undefined
}

/** Describes a stored change set in lists and on its page. */
export function summarizeChangeSet(stored: StoredChangeSet): ChangeSetSummary {
  const { name } = stored
  if (!('set' in stored))
    return { name, title: name, author: undefined, approved: false, edits: [], hash: '', problem: stored.problem }
  const { set } = stored
  return {
    name,
    title: set.title ?? name,
    author: set.author,
    approved: isApproved(set),
    ready: isReady(set) ? set.ready : undefined,
    sentBack: set.sentBack,
    edits: set.edits.map((edit) => describeEdit(edit)),
    hash: hashEdits(set.edits),
    problem: undefined,
  }
}
