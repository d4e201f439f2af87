import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'

/** Shows the award as tags or one large tag. Tags with claims are outlined, because yellow is used sparingly. */
export default function Award({ view }: SectionProps<'award'>) {
  const { label, title, text, year, claims } = view
  if (view.look === 'plate') {
    return (
      <Section name="award-plate" pad="s" flush label={label ?? title}>
        <p className="tag award-big">
          {label && <span>{label}</span>} <b>{title}</b> {text && <span>{text}</span>} <i className="barcode" />
          <small>{year}</small>
        </p>
      </Section>
    )
  }
  return (
    <Section name="award" pad="none" band label={label ?? title}>
      <div className="award-rail">
        <p className="tag">
          <span>{year}</span>{' '}
          <b>
            {title}
            {text && ` ${text}`}
          </b>
          <i className="barcode" />
        </p>
        {claims.map((claim) => (
          <p key={claim.label} className="tag tag-line">
            {claim.value && <span>{claim.value}</span>} <b>{claim.label}</b>
          </p>
        ))}
      </div>
    </Section>
  )
}
