import { type InlineNode, parseInlineMarkdown } from '../schema/inline-markdown.ts'
import { TextWithEmailLinks } from './running-text.tsx'

/** Shows text with inline Markdown and links for email addresses. Not for live sections. */
export function InlineMarkdown({ text }: { text: string }) {
  return <Nodes nodes={parseInlineMarkdown(text)} />
}

export function InlineParagraph({ text, className }: { text: string; className: string }) {
  return (
    <p className={className}>
      <InlineMarkdown text={text} />
    </p>
  )
}

/** Shows text with inline Markdown. Blank lines separate paragraphs. */
export function Paragraphs({ text, className }: { text: string; className?: string }) {
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph} className={className}>
      <InlineMarkdown text={paragraph.trim()} />
    </p>
  ))
}

/** Renders nodes. Email addresses inside a link do not become links. */
function Nodes({ nodes, inLink = false }: { nodes: readonly InlineNode[]; inLink?: boolean }) {
  return nodes.map((node, index) => {
    const key = index + node.type
    if (node.type === 'text') return inLink ? node.value : <TextWithEmailLinks key={key} text={node.value} />
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
