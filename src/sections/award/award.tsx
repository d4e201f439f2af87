import { Barcode } from '../../ui/barcode.tsx'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { SectionProps } from '../view.ts'

/** The award: as tags that hang under the shelf, or as one large tag further down the page. */
export default function Award({ view }: SectionProps<'award'>) {
  const { label, title, text, year, claims } = view
  if (view.look === 'plate') {
    return (
      <Section name="award-plate" pad="s" flush label={label ?? title}>
        <Tag className="award-big">
          {label && <span>{label}</span>} <b>{title}</b> {text && <span>{text}</span>} <Barcode />
          <small>{year}</small>
        </Tag>
      </Section>
    )
  }
  return (
    <Section name="award" pad="none" label={label ?? title}>
      <div className="award-rail">
        <Tag>
          <span>{year}</span>{' '}
          <b>
            {title}
            {text && ` ${text}`}
          </b>
          <Barcode />
        </Tag>
        {claims.map((claim) => (
          <Tag key={claim.label} line>
            {claim.value && <span>{claim.value}</span>} <b>{claim.label}</b>
          </Tag>
        ))}
      </div>
    </Section>
  )
}
