/** Search terms as rungs, each longer than the one under it; the top one is ours. */
export function Ladder() {
  return (
    <>
      <path className="cover-ink" d="M120 40h6v196h-6zM354 40h6v196h-6z" />
      <path className="cover-line" d="M138 197h46v26h-46zM138 161h84v26h-84zM138 125h122v26H138zM138 89h160v26H138z" />
      <path className="cover-ink" d="M146 207h24v6h-24zM146 171h52v6h-52zM146 135h76v6h-76zM146 99h104v6H146z" />
      <path className="cover-blue" d="M138 53h204v26H138z" />
      <path className="cover-white" d="M146 63h140v6H146z" />
      <path className="cover-yellow" d="M312 57h22v18h-22z" />
    </>
  )
}
