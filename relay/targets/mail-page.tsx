import { getLanguageProps } from '@northshelf/site/schema/language.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'
import { RunningText } from '@northshelf/site/ui/running-text.tsx'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { SiteForms } from '../site-forms.ts'
import { getTranslations } from '../translations/list.ts'
import type { Answer } from './answers.ts'

/**
 * Text colors for email clients in dark mode; other clients use the inline styles. No background is set, so that text
 * stays readable on the client's own background.
 */
const DARK = `@media(prefers-color-scheme:dark){.ink{color:${getHexColor('ink', 'dark')}!important}.muted{color:${getHexColor('muted', 'dark')}!important}}`
/** Makes links inherit the text color in both schemes. */
const LINKS = 'a{color:inherit}bdi{white-space:nowrap}'
const ink = { color: getHexColor('ink') }
const body = { margin: 0, padding: 20, fontFamily: 'Arial, Helvetica, sans-serif', fontSize: 16, lineHeight: 1.5 }
const muted = { color: getHexColor('muted') }
const tag = getHexColor('tag')
const line = `1px solid ${getHexColor('field')}`
const cell: CSSProperties = { padding: '10px 20px 10px 0', verticalAlign: 'top', textAlign: 'left', borderBottom: line }

interface MailFrame {
  site: Pick<SiteForms['site'], 'logo' | 'accent' | 'language'>
  title: string
  footer: string
  link?: { text: string; href: string } | undefined
}

/** Renders the HTML part of an email with a submission: one row for each answer. React escapes visitor input. */
export function renderMailPage({ answers, files, ...frame }: MailFrame & { answers: Answer[]; files: string[] }) {
  const attached = { label: getTranslations(frame.site).mail.attached, text: files.join(', ') }
  const rows: Pick<Answer, 'label' | 'text' | 'href'>[] = files.length > 0 ? [...answers, attached] : answers
  return render(
    <MailPage {...frame}>
      <table style={{ width: '100%', borderCollapse: 'collapse', borderTop: line }}>
        <tbody>
          {rows.map(({ label, text, href }) => (
            <tr key={label}>
              <th scope="row" className="muted" style={{ ...cell, ...muted, width: '38%', fontWeight: 400 }}>
                {label}
              </th>
              <td style={{ ...cell, paddingRight: 0, whiteSpace: 'pre-wrap' }}>
                {href ? <a href={href}>{text}</a> : <Lines text={text} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </MailPage>,
  )
}

/** Renders the HTML part of an email that contains plain text. Blank lines separate its paragraphs. */
export function renderTextEmail({ text, ...frame }: MailFrame & { text: string }): string {
  return render(
    <MailPage {...frame}>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph} style={{ margin: '0 0 16px' }}>
          <Lines text={paragraph} Line={RunningText} />
        </p>
      ))}
    </MailPage>,
  )
}

function PlainText({ text }: { text: string }) {
  return text
}

/** Shows text with a `<br>` for each line break, because Outlook ignores the style `white-space`. */
function Lines({ text, Line = PlainText }: { text: string; Line?: typeof PlainText | typeof RunningText }) {
  return text.split('\n').map((line, index) => {
    const key = index + line
    return (
      <Fragment key={key}>
        {index > 0 && <br />}
        <Line text={line} />
      </Fragment>
    )
  })
}

function render(page: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

/** The layout of all emails: a line, logo, title, content, footer. */
function MailPage({ site, title, footer, link, children }: MailFrame & { children: ReactNode }) {
  const { accent = tag } = site
  return (
    <html {...getLanguageProps(getTranslations(site).language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: LINKS + DARK }} />
      </head>
      <body className="ink" style={{ ...ink, ...body }}>
        <div style={{ maxWidth: 640, borderTop: `6px solid ${accent}`, overflowWrap: 'break-word' }}>
          <p style={{ margin: '14px 0 0', fontWeight: 700, letterSpacing: '-0.03em' }}>{site.logo}</p>
          <h1 style={{ margin: '20px 0 16px', fontSize: 26, lineHeight: 1.15, letterSpacing: '-0.02em' }}>{title}</h1>
          {children}
          {link && (
            <p style={{ margin: '20px 0 0', fontWeight: 700 }}>
              <a href={link.href}>{link.text}</a>
            </p>
          )}
          <p className="muted" style={{ ...muted, margin: '20px 0 0', fontSize: 14 }}>
            <Lines text={footer} />
          </p>
        </div>
      </body>
    </html>
  )
}
