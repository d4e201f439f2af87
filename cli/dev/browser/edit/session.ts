import type { Path } from '../../../content/source.ts'
import type { Choice } from '../../../edit/described.ts'
import type { Edit, Entry, Result } from '../../../edit/editor.ts'
import type { FieldProblem } from '../../../edit/refusals.ts'
import type { Node } from '../../../schema/node.ts'

/** Why nothing was written. */
export class Refusal extends Error {
  problems: FieldProblem[]
  conflict: { file: string; text?: string } | undefined
  constructor({ message, problems = [], conflict }: Partial<Refusal> & { message: string }) {
    super(message)
    this.problems = problems
    this.conflict = conflict
  }
}

/** The server of this page, as the editor asks it. @throws Refusal */
export async function openSession() {
  let token = ''
  const kinds = new Map<string, Promise<Node>>()

  async function ask<T>(name: string, query: Record<string, string> = {}, sent?: unknown): Promise<T> {
    const response = await fetch(`/@edit/${name}?${new URLSearchParams(query)}`, {
      method: sent === undefined ? 'GET' : 'POST',
      headers: {
        ...(token && { 'x-edit-token': token }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    }).catch(() => {
      throw new Refusal({ message: 'The server does not answer. Is "site dev" still running?' })
    })
    const body = await response.json().catch(() => ({ message: 'The server does not take edits.' }))
    if (!response.ok) throw new Refusal(body as Refusal)
    return body as T
  }

  token = (await ask<{ token: string }>('session')).token
  return {
    entry: (file: string) => ask<Entry>('entry', { file }),
    /** The schema of a kind; asked for once. */
    kind(name: string): Promise<Node> {
      const known = kinds.get(name) ?? ask<Node>('kind', { name })
      kinds.set(name, known)
      return known
    },
    choices: (of: string) => ask<Choice[]>('choices', { of }),
    sample: (file: string, path: Path, shape?: string) => ask<unknown>('sample', {}, { file, path, shape }),
    save: (edits: Edit[], name: string) => ask<Result>('save', {}, { edits, name }),
    step: (way: 'undo' | 'redo') => ask<Result>(way, {}, {}),
  }
}
export type Session = Awaited<ReturnType<typeof openSession>>
