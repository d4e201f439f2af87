import { useEffect, useState } from 'react'
import { FieldError } from './notices.tsx'
import { Proposal, type ProposalProps } from './proposal.tsx'
import { useAsync } from './use-async.ts'

type ProposalsProps = Omit<ProposalProps, 'proposal' | 'onChanged'>

/**
 * Lists the proposals: edits by people or agents that are not applied yet. Shows nothing if there are none. In the
 * studio, shows the person's own edits.
 */
export function Proposals(props: ProposalsProps) {
  const { session, page } = props
  const { answer: proposals = [], failure, load } = useAsync(session.proposals.list)
  useEffect(() => page.subscribeToFiles(() => void load()), [page, load])
  // Lists what an agent has proposed in the meantime when the user returns to the browser.
  useEffect(() => {
    const refresh = () => void load()
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [load])
  const [own] = proposals
  if (session.changeSet !== undefined)
    return (
      <>
        <p className="about">
          <a href="/@studio/">My changes: mark as ready, publish</a>
        </p>
        <FieldError message={failure} />
        {own ? <Proposal {...props} proposal={own} onChanged={load} /> : <p>No changes.</p>}
      </>
    )
  if (proposals.length === 0) return <FieldError message={failure} />
  return (
    <section className="proposals" aria-labelledby="proposals-title">
      <h3 id="proposals-title">Proposals</h3>
      <FieldError message={failure} />
      {proposals.map((proposal) => (
        <ProposalItem key={proposal.name} {...props} proposal={proposal} onChanged={load} />
      ))}
    </section>
  )
}

/** A proposal, whose effect is computed only while it is open. */
function ProposalItem(props: ProposalProps) {
  const { name, title, author, edits, approved, problem } = props.proposal
  const [isOpen, setOpen] = useState(false)
  const facts = [
    title !== name && name,
    author && `by ${author}`,
    problem ? 'cannot be read' : edits.length === 1 ? '1 edit' : `${edits.length} edits`,
  ]
  return (
    <details className="change" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary id={`proposal-${name}`}>
        {title}
        <small>
          {facts.filter(Boolean).join(' · ')}
          {approved && <i>Approved</i>}
        </small>
      </summary>
      {isOpen && <Proposal {...props} />}
    </details>
  )
}
