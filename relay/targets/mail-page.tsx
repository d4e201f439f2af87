import type { CSSProperties } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Answer } from './answers.ts'

const cell: CSSProperties = {
  padding: '8px 16px 8px 0',
  verticalAlign: 'top',
  textAlign: 'left',
  borderBottom: '1px solid #ddd',
}

/** The HTML part of a mail. React escapes whatever visitors typed. */
export function renderMailPage(page: { title: string; answers: Answer[]; files: string[]; footer: string }): string {
  return `<!doctype html>${renderToStaticMarkup(<MailPage {...page} />)}`
}

function MailPage({ title, answers, files, footer }: Parameters<typeof renderMailPage>[0]) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
      </head>
      <body style={{ fontFamily: 'system-ui, sans-serif', fontSize: 15, lineHeight: 1.5, color: '#111' }}>
        <h1 style={{ fontSize: 20 }}>{title}</h1>
        <table style={{ borderCollapse: 'collapse' }}>
          <tbody>
            {answers.map(({ label, text }) => (
              <tr key={label}>
                <th scope="row" style={{ ...cell, fontWeight: 600 }}>
                  {label}
                </th>
                <td style={{ ...cell, whiteSpace: 'pre-wrap' }}>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {files.length > 0 && <p>Attached: {files.join(', ')}</p>}
        <p style={{ color: '#555', fontSize: 13 }}>{footer}</p>
      </body>
    </html>
  )
}
