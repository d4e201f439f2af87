import type { CSSProperties } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { hexOf } from '../../src/theme/tokens.ts'
import type { Answer } from './answers.ts'

/**
 * Clients that know dark schemes turn text and lines; all others keep what stands inline. No background is set, so
 * that a client which paints its own never ends up with ink on ink.
 */
const DARK = `@media(prefers-color-scheme:dark){.ink{color:${hexOf('ink', 'dark')}!important}.muted{color:${hexOf('muted', 'dark')}!important}}`
const ink = { color: hexOf('ink') }
const muted = { color: hexOf('muted') }
const line = `1px solid ${hexOf('field')}`
const cell: CSSProperties = { padding: '10px 20px 10px 0', verticalAlign: 'top', textAlign: 'left', borderBottom: line }

/** The HTML part of a mail. React escapes whatever visitors typed. */
export function renderMailPage(page: {
  logo: string
  title: string
  answers: Answer[]
  files: string[]
  footer: string
}): string {
  return `<!doctype html>${renderToStaticMarkup(<MailPage {...page} />)}`
}

/** One ledger: name and title under a shelf, then a line for each answer. Its only table is one. */
function MailPage({ logo, title, answers, files, footer }: Parameters<typeof renderMailPage>[0]) {
  const rows = files.length > 0 ? [...answers, { label: 'Attached', text: files.join(', ') }] : answers
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK }} />
      </head>
      <body
        className="ink"
        style={{
          ...ink,
          margin: 0,
          padding: 20,
          fontFamily: 'Arial, Helvetica, sans-serif',
          fontSize: 16,
          lineHeight: 1.5,
        }}
      >
        <div style={{ maxWidth: 640, borderTop: `6px solid ${hexOf('tag')}`, overflowWrap: 'break-word' }}>
          <p style={{ margin: '14px 0 0', fontWeight: 700, letterSpacing: '-0.03em' }}>{logo}</p>
          <h1 style={{ margin: '20px 0 16px', fontSize: 26, lineHeight: 1.15, letterSpacing: '-0.02em' }}>{title}</h1>
          <table style={{ width: '100%', borderCollapse: 'collapse', borderTop: line }}>
            <tbody>
              {rows.map(({ label, text }) => (
                <tr key={label}>
                  <th scope="row" className="muted" style={{ ...cell, ...muted, width: '38%', fontWeight: 400 }}>
                    {label}
                  </th>
                  <td style={{ ...cell, paddingRight: 0, whiteSpace: 'pre-wrap' }}>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="muted" style={{ ...muted, margin: '20px 0 0', fontSize: 14, whiteSpace: 'pre-line' }}>
            {footer}
          </p>
        </div>
      </body>
    </html>
  )
}
