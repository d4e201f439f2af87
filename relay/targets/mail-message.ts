import path from 'node:path'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { findField } from '@northshelf/site/forms/fields.ts'
import { findReplyField } from '@northshelf/site/forms/kinds/get-field-type.ts'
import type { SendMailOptions } from 'nodemailer'
import { cleanLine } from '../clean-text.ts'
import { formatTime } from '../clock.ts'
import type { SiteForms } from '../site-forms.ts'
import type { Attachment, Envelope } from '../store/store.ts'
import type { Translations } from '../translations/en.ts'
import { getTimeLanguage, getTranslations } from '../translations/list.ts'
import { type Answer, createAnswer, formatAnswers, listAnswers } from './answers.ts'
import { renderMailPage } from './mail-page.tsx'
import type { RecipientConfig } from './recipients.ts'
import { describeSource } from './source-text.ts'
import type { MailPreview, TargetInput } from './target.ts'

/** Why files are not attached to an email, and where to get them. */
export interface OmittedFiles {
  reason: 'tooLarge' | 'refused'
  /** Returns the download link of a file; undefined if links are not configured. */
  linkTo(attachment: Attachment): string | undefined
}

interface MailParts {
  forms: SiteForms
  from: string
  to: string[]
  leftOut?: OmittedFiles | undefined
  /** URL of the page on which the outcome of the lead is recorded. */
  outcomeLink?: string | undefined
}

/**
 * Creates the email for a submission. Visitor input appears only in the body, subject, attachments and Reply-To, as
 * values that the library encodes. It never appears in From, To or custom headers.
 */
export function createMailMessage(
  { envelope, open }: TargetInput,
  { forms, from, to, leftOut, outcomeLink }: MailParts,
): SendMailOptions {
  const contract = forms.forms[envelope.formType]
  const words = getTranslations(forms.site)
  const answers = [
    ...listAnswers(contract, envelope, words, forms.site.language),
    ...(leftOut ? [answerOfLeftOut(envelope, leftOut, words)] : []),
  ]
  const title = cleanLine(contract?.title ?? envelope.title)
  const sender = getVisitorContact(envelope, forms)
  const files = (leftOut ? [] : envelope.attachments).map((attachment) => ({
    filename: formatFileLabel(attachment.name, attachment.file),
    content: open(attachment.file),
    contentType: attachment.type,
    contentDisposition: 'attachment' as const,
  }))
  const moment = formatTime(envelope.receivedAt, forms.site.timeZone, getTimeLanguage(forms.site))
  const source = envelope.source ? `${describeSource(envelope.source, words)}.\n` : ''
  const footer = `${source}${words.mail.sentFrom(forms.site.url, moment)}\n${words.mail.number(envelope.id)}`
  return {
    from,
    to,
    ...(sender.address ? { replyTo: { name: asLiteral(sender.name), address: sender.address } } : {}),
    subject: asLiteral(formatSubject(envelope, contract, forms.site.language)),
    messageId: `<${envelope.id}@${getSenderHost(from)}>`,
    date: new Date(envelope.receivedAt),
    // Prevents auto-replies to the visitor.
    headers: { 'Auto-Submitted': 'auto-generated', ...(envelope.canary && { 'Relay-Canary': 'true' }) },
    // The link follows the signature delimiter, so that many programs leave it out of replies to the visitor.
    text: renderText(title, answers, outcomeLink ? `${footer}\n${words.outcome.record}: ${outcomeLink}` : footer),
    html: renderMailPage({
      ...{ site: forms.site, title, answers, files: files.map(({ filename }) => filename), footer },
      link: outcomeLink ? { text: words.outcome.record, href: outcomeLink } : undefined,
    }),
    attachments: files,
    disableUrlAccess: true,
  }
}

/** Returns the recipients that the answers choose. An answer without recipients adds the default ones. */
export function chooseRecipients(
  { to, recipients }: RecipientConfig,
  { envelope: { formType, values } }: Pick<TargetInput, 'envelope'>,
  { forms }: SiteForms,
): string[] {
  const field = forms[formType]?.mail?.to
  const answers = field === undefined ? [] : [values[field] ?? []].flat()
  const chosen = answers.flatMap((answer) => recipients?.get(String(answer)) ?? to)
  return chosen.length > 0 ? [...new Set(chosen)] : to
}

/** Returns a subject such as `Application, Analyst: Ada Rivers`, without empty fields. */
export function formatSubject(
  { values, title: formTitle, canary }: Pick<Envelope, 'values' | 'title' | 'canary'>,
  contract: Contract | undefined,
  language?: string,
): string {
  const title = cleanLine(contract?.title ?? formTitle)
  const { subject = title, about = [], from = ['name'] } = contract?.mail ?? {}
  const textOf = (name: string) => {
    const field = contract && findField(contract, name)
    return Object.hasOwn(values, name) ? cleanLine(createAnswer('', field, values[name], language).text, 100) : ''
  }
  const textsOf = (names: readonly string[]) => names.map(textOf).filter(Boolean)
  const topic = [...(canary ? ['Canary'] : []), subject, ...textsOf(about)].join(', ')
  const sender = textsOf(from).join(', ')
  return sender ? `${topic}: ${sender}` : topic
}

/** Prevents text from being decoded as an encoded word (RFC 2047) by inserting an invisible joiner into `=?`. */
function asLiteral(text: string): string {
  return text.replaceAll('=?', '=\u2060?')
}

/** Creates an additional answer that lists the omitted files and states where to get them. */
function answerOfLeftOut(
  { id, attachments }: Envelope,
  { reason, linkTo }: OmittedFiles,
  { mail, language }: Translations,
): Answer {
  const files = attachments.map((attachment) => {
    const { name, file, size } = attachment
    const source = linkTo(attachment) ?? mail.onServer(`relay export ${id} --to <folder>`)
    return `${formatFileLabel(name, file)} (${formatSize(size, language)})\n${source}`
  })
  return { label: mail.notAttached, text: [`${mail[reason]}:`, ...files].join('\n'), long: true }
}

/** Formats a size, such as `7.6 MB`. A megabyte has 1,048,576 bytes, as in the forms' limits. */
export function formatSize(bytes: number, language = 'en'): string {
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1024 ** 2)} MB`
}

function renderText(title: string, answers: Answer[], footer: string): string {
  return `${title}\n\n${formatAnswers(answers)}\n\n-- \n${footer}\n`
}

/** Returns the visitor's name and address. Includes the address only if it is safe in a header without encoding. */
export function getVisitorContact({ values, formType }: Envelope, { forms }: SiteForms) {
  const contract = forms[formType]
  const emailField = contract ? findReplyField(contract, values)?.name : 'email'
  const textOf = (name: string | undefined): string => {
    const value = name === undefined || !Object.hasOwn(values, name) ? undefined : values[name]
    return typeof value === 'string' ? value : ''
  }
  const address = textOf(emailField)
  return {
    name: cleanLine(textOf('name'), 100),
    address: /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u.test(address) ? address : undefined,
  }
}

/** Returns the visitor's file name as a label, without folders or invisible characters. */
export function formatFileLabel(name: string, otherwise: string): string {
  return cleanLine(path.win32.basename(name), 120) || otherwise
}

export function getSenderHost(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

export function createMailPreview({ from, to, replyTo, subject, text, html }: SendMailOptions): MailPreview {
  const address = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return String(value ?? '')
    const { name, address: mailbox } = value as { name?: string; address?: string }
    return name ? `${name} <${mailbox}>` : (mailbox ?? '')
  }
  const recipients = [to].flat().map(address).join(', ')
  const head = `From: ${address(from)}\nTo: ${recipients}\nReply-To: ${address(replyTo)}\nSubject: ${subject}`
  return { text: `${head}\n\n${text}`, html: String(html) }
}
