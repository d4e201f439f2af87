import { type Inline, parseInline } from '../schema/inline-markdown.ts'
import { MailText } from './mail-text.tsx'

/** A text of content that takes inline markdown; its mail addresses are links as well. Only for what the build renders. */
export function InlineMarkdown({ text }: { text: string }) {
  return <Nodes nodes={parseInline(text)} />
}

/** A paragraph of it. */
export function InlineParagraph({ text, className }: { text: string; className: string }) {
  return (
    <p className={className}>
      <InlineMarkdown text={text} />
    </p>
  )
}

/** A link holds no other one. */
function Nodes({ nodes, inLink = false }: { nodes: readonly Inline[]; inLink?: boolean }) {
  return nodes.map((node, place) => {
    const key = place + node.type
    if (node.type === 'text') return inLink ? node.value : <MailText key={key} text={node.value} />
    const children = <Nodes nodes={node.children} inLink={inLink || node.type === 'link'} />
    if (node.type !== 'link') {
      const Tag = node.type === 'strong' ? 'strong' : 'em'
      return <Tag key={key}>{children}</Tag>
    }
    return (
      <a key={key} href={node.url}>
        {children}
      </a>
    )
  })
}
