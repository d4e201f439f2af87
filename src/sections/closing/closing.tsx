import { Actions } from '../../ui/action-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { Shelf } from '../../ui/shelf.tsx'
import type { SectionProps } from '../view.ts'

/** Shows the final call to action on a dark band. On the front page, it includes the same shelf as the hero. */
export default function Closing({ view, site }: SectionProps<'closing'>) {
  const { heading, text, actions, steps, mail } = view
  const shelf = view.look === 'shelf'
  const row = (
    <Actions actions={actions}>
      {mail && (
        <a className="more" href={`mailto:${site.email}`}>
          {site.email}
        </a>
      )}
    </Actions>
  )
  if (!shelf && steps.length === 0)
    return (
      <Section name="closing" pad="s" night>
        <h2 className="h-l">{heading}</h2>
        <div className="closing-end">
          {text && <InlineParagraph className="lead" text={text} />}
          {row}
        </div>
      </Section>
    )
  const content = (
    <div className="grid">
      <div className={classNames('stack24', steps.length > 0 ? 'c7' : 'c8')}>
        <h2 className={shelf ? 'h-l' : undefined}>{heading}</h2>
        {text && <InlineParagraph className="lead" text={text} />}
        {row}
      </div>
      {steps.length > 0 && (
        <ol className="c4 from9 rows closing-steps">
          {steps.map((step) => (
            <li key={step.when}>
              <b>{step.when}</b> <span>{step.what}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
  return shelf && site.theme.drawings === 'shelf' ? (
    <section className="night closing closing-shelf">
      <div className="wrap">{content}</div>
      <Shelf id="shelf-closing" />
    </section>
  ) : (
    <Section name="closing" night>
      {content}
    </Section>
  )
}
