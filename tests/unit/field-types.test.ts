import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listFormProblems } from '../../cli/rules/helpers/form-problems.ts'
import { checkValues } from '../../relay/intake/validate-submission.ts'
import { listAnswers } from '../../relay/targets/answers.ts'
import { en } from '../../relay/translations/en.ts'
import { parseFormEntries, parseJsonAnswers, toPayload } from '../../src/forms/answers.ts'
import { contractSchema } from '../../src/forms/contract.ts'
import { FormView } from '../../src/forms/form-view.tsx'
import { resolveDay } from '../../src/forms/kinds/date/day-limit.ts'
import { getFieldType, loadFieldViews } from '../../src/forms/kinds/get-field-type.ts'
import { createSample } from '../../src/forms/sample-answers.ts'

const viewOf = await loadFieldViews()

/** Returns a form with these fields. Each has the name `answer` by default. */
const formOf = (...fields: object[]) =>
  contractSchema.parse({
    formType: 'example',
    endpoint: 'send-form-submission',
    title: 'Example',
    groups: [{ fields: fields.map((field) => ({ name: 'answer', label: 'Answer', ...field })) }],
    submit: { label: 'Send', busy: 'Sending' },
    success: { text: 'Sent' },
    failure: { text: 'Not sent' },
    thanks: { heading: 'Sent', text: 'We read it' },
  })
type Form = ReturnType<typeof formOf>

/** Parses an answer, with the same result as text and in JSON, and returns its value and problem. */
function read(form: Form, answer: string) {
  const [text, json] = [
    parseFormEntries(getFieldType, form, [['answer', answer]]),
    parseJsonAnswers(getFieldType, form, { answer }),
  ]
  expect(text).toEqual(json)
  const [problem] = [...text.problems, ...checkValues(form, text.values)]
  return problem?.code ?? text.values.answer
}
const render = (form: Form) =>
  renderToStaticMarkup(createElement(FormView, { contract: form, viewOf, action: '/', labels: en }))
const problemsOf = (field: object, today: string) =>
  listFormProblems(formOf({ required: true, ...field }), today).map(
    ({ rule, severity = 'error', message }) => `${rule} ${severity} ${message}`,
  )

describe('resolveDay', () => {
  it.each([
    ['2026-12-01', '2026-12-01'],
    ['today', '2028-02-29'],
    ['today + 1', '2028-03-01'],
    ['today - 60', '2027-12-31'],
    ['today + 999', '2030-11-24'],
    ['today - 18 years', '2010-03-01'],
    ['today + 4 years', '2032-02-29'],
    ['today - 999 years', '1029-03-01'],
    ['today+2', '2028-03-02'],
    ['today - 1 day', '2028-02-28'],
    ['today +90 days', '2028-05-29'],
  ])('returns the day of %j', (limit, day) => expect(resolveDay(limit, new Date('2028-02-29T23:59:59Z'))).toBe(day))
})

describe('a date field', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T12:00:00Z') }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['2026-02-28', '2026-02-28'],
    [' 2028-02-29 ', '2028-02-29'],
    ['', ''],
    ['2026-02-29', 'invalid'],
    ['2026-13-01', 'invalid'],
    ['2026-1-1', 'invalid'],
    ['12026-01-01', 'invalid'],
    ['today', 'invalid'],
    ['2026-01-01T00:00:00Z', 'invalid'],
    ['2026-01-01\n', '2026-01-01'],
    ['９９９９-01-01', 'invalid'],
    ['9'.repeat(100_000), 'invalid'],
  ])('reads %j as %j', (answer, result) => expect(read(formOf({ kind: 'date' }), answer)).toBe(result))

  it('accepts the days from min to max', () => {
    const form = formOf({ kind: 'date', min: '2026-12-01', max: '2026-12-03' })
    expect(['2026-11-30', '2026-12-01', '2026-12-03', '2026-12-04'].map((day) => read(form, day))).toEqual([
      'invalid',
      '2026-12-01',
      '2026-12-03',
      'invalid',
    ])
  })

  it('rejects excluded weekdays, days and periods, and has an example that is none of them', () => {
    const exclude = ['saturday', 'sunday', '2026-12-31', '2027-01-06 to 2027-01-08']
    const form = formOf({ kind: 'date', min: '2026-12-31', exclude })
    const days = ['2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04', '2027-01-07', '2027-01-11']
    expect(days.filter((day) => read(form, day) !== 'invalid')).toEqual(['2027-01-01', '2027-01-04', '2027-01-11'])
    expect(createSample(form).values).toEqual({ answer: '2027-01-01' })
    expect(() => formOf({ kind: 'date', exclude: ['sundays'] })).toThrow('a weekday such as sunday')
  })

  it('accepts one more day at relative limits, because the visitor may be in any time zone', () => {
    const form = formOf({ kind: 'date', min: 'today + 2', max: 'today + 3' })
    expect(
      ['2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04', '2027-01-05'].map((day) =>
        read(form, day),
      ),
    ).toEqual(['invalid', '2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04', 'invalid'])
  })

  it.each([
    ['Pacific/Kiritimati', '2026-12-31T10:30:00Z', '2027-01-01'],
    ['Etc/GMT+12', '2027-01-01T11:30:00Z', '2026-12-31'],
  ])('accepts the current day in %s as today', (timeZone, now, day) => {
    vi.setSystemTime(new Date(now))
    expect(new Date().toLocaleDateString('sv', { timeZone })).toBe(day)
    expect(read(formOf({ kind: 'date', min: 'today', max: 'today' }), day)).toBe(day)
  })

  it('contains only fixed limits in the HTML, because the day of the build may be long past', () => {
    const html = render(formOf({ kind: 'date', min: 'today + 2', max: 'today + 90' }))
    expect(html).toContain('type="date"')
    expect(html).not.toMatch(/2026|2027|today|min=|max=/)
    expect(render(formOf({ kind: 'date', min: '2026-12-01' }))).toContain('min="2026-12-01" max="9999-12-31"')
  })

  it.each([
    [{}, '2026-12-31'],
    [{ min: 'today + 2' }, '2027-01-02'],
    [{ max: 'today - 18 years' }, '2008-12-31'],
    [{ min: '2027-03-01', max: '2027-03-31' }, '2027-03-01'],
  ])('has a valid example with the limits %j', (limits, day) => {
    const form = formOf({ kind: 'date', ...limits })
    const values = createSample(form).values
    expect(values).toEqual({ answer: day })
    expect(checkValues(form, values)).toEqual([])
  })

  it.each(['2026-02-30', 'today + 3 months', 'today + 1000', 'tomorrow', '2026-12-01 ', 'today + 2 weeks'])(
    'cannot have the limit %j',
    (min) => expect(() => formOf({ kind: 'date', min })).toThrow(/today - 18 years/),
  )

  it.each([
    [{ min: 'today', max: '2027-01-31' }, '2027-01-31', []],
    [{ max: 'today - 18 years' }, '2027-01-31', []],
    [{ min: '2020-01-01', max: 'today' }, '2027-01-31', []],
    [
      { min: '2027-02-01', max: '2027-01-31' },
      '2027-01-01',
      ['form/range error the last day, 2027-01-31, is before 2027-02-01'],
    ],
    [
      { min: 'today + 9', max: 'today + 8' },
      '2027-01-01',
      ['form/range error the last day, today + 8, is before today + 9'],
    ],
    [{ max: '2027-01-31' }, '2027-02-01', ['form/expired warning the last day, 2027-01-31, is before today']],
    [
      { min: '2027-01-01', max: '2027-01-31' },
      '2027-02-01',
      ['form/expired warning the last day, 2027-01-31, is before today'],
    ],
    [
      { min: 'today + 2', max: '2027-01-31' },
      '2027-01-30',
      ['form/expired warning the last day, 2027-01-31, is before today + 2'],
    ],
    [
      { min: '2027-06-01', max: 'today + 30' },
      '2027-01-01',
      ['form/expired warning the last day, today + 30, is before 2027-06-01'],
    ],
  ])('with the limits %j on %s has the problems %j', (limits, today, problems) =>
    expect(problemsOf({ kind: 'date', ...limits }, today)).toEqual(problems),
  )
})

describe('a number field', () => {
  it.each([
    ['5', 5],
    [' 0.3 ', 0.3],
    ['-2', -2],
    ['.5', 0.5],
    ['1e1', 10],
    ['0', 0],
    ['', ''],
    ['0.25', 'invalid'],
    ['0.30000000000000004', 'invalid'],
    ['40.1', 'invalid'],
    ['-2.1', 'invalid'],
    ['1,5', 'invalid'],
    ['0x10', 'invalid'],
    ['NaN', 'invalid'],
    ['Infinity', 'invalid'],
    ['1e400', 'invalid'],
    ['five', 'invalid'],
    ['5 kg', 'invalid'],
    ['٥', 'invalid'],
    ['9'.repeat(100_000), 'invalid'],
  ])('from -2 to 40 in steps of 0.1 reads %j as %j', (answer, result) =>
    expect(read(formOf({ kind: 'number', min: -2, max: 40, step: 0.1 }), answer)).toBe(result),
  )

  it('counts its steps from min, or from 0', () => {
    const odd = formOf({ kind: 'number', min: 1, step: 2 })
    expect(['1', '2', '3', '999999999999'].map((answer) => read(odd, answer))).toEqual([
      1,
      'invalid',
      3,
      999_999_999_999,
    ])
    const even = formOf({ kind: 'number', max: 9, step: 2 })
    expect(['-2', '3', '8', '10'].map((answer) => read(even, answer))).toEqual([-2, 'invalid', 8, 'invalid'])
  })

  it('calculates steps exactly', () => {
    const wrong = [0.001, 0.01, 0.1, 0.25, 0.7].flatMap((step) => {
      const form = formOf({ kind: 'number', min: 0.1, step })
      return Array.from({ length: 2000 }, (_, index) => Number((0.1 + index * step).toFixed(3))).filter(
        (answer) => read(form, String(answer)) !== answer,
      )
    })
    expect(wrong).toEqual([])
    expect(0.1 + 0.2).not.toBe(0.3)
    expect(read(formOf({ kind: 'number', min: 0.1, step: 0.2 }), '0.3')).toBe(0.3)
  })

  it.each([1e21, 2 ** 53, 1e-7, 0.0001])('rejects the JSON number %j', (answer) => {
    const form = formOf({ kind: 'number', step: 0.001 })
    const { values } = parseJsonAnswers(getFieldType, form, { answer })
    expect(checkValues(form, values)).toMatchObject([{ code: 'invalid' }])
  })

  it('is a number in JSON, and empty text without an answer', () => {
    const form = formOf({ kind: 'number', required: true })
    expect(toPayload(getFieldType, form, { answer: 0 })).toMatchObject({ answer: 0 })
    expect(toPayload(getFieldType, form, {})).toMatchObject({ answer: '' })
    expect(checkValues(form, { answer: 0 })).toEqual([])
    expect(checkValues(form, { answer: '' })).toMatchObject([{ code: 'required' }])
  })

  it('shows its unit in the label and to the team', () => {
    const form = formOf({ kind: 'number', unit: 'kg', required: true })
    expect(render(form)).toMatch(/<label[^>]*>Answer \(kg\)<\/label>/)
    expect(listAnswers(form, { values: { answer: 0 } })).toMatchObject([{ label: 'Answer', text: '0 kg' }])
    expect(listAnswers(form, { values: { answer: '' } })).toEqual([])
  })

  it.each([
    [{ min: 0 }, 'numeric'],
    [{ min: 0, step: 0.5 }, 'decimal'],
    [{ min: 0.5 }, 'decimal'],
    [{ min: -1 }, undefined],
    [{}, undefined],
  ])('with %j asks phones for the keyboard %s', (limits, keyboard) => {
    const [, shown] = /inputMode="(\w+)"/i.exec(render(formOf({ kind: 'number', ...limits }))) ?? []
    expect(shown).toBe(keyboard)
  })

  it.each([{}, { min: 3 }, { max: -4 }, { min: 0.5, step: 0.25 }])(
    'has a valid example with the limits %j',
    (limits) => {
      const form = formOf({ kind: 'number', ...limits })
      expect(checkValues(form, createSample(form).values)).toEqual([])
    },
  )
})

describe('a hidden field', () => {
  const form = formOf({ kind: 'hidden', parameter: 'offer' })

  it.each([
    ['tea', 'tea'],
    [' tea\t and\r\ncake ', 'tea and cake'],
    ['x'.repeat(100_000), 'x'.repeat(500)],
    ['', ''],
  ])('reads %j as one short line', (answer, result) => expect(read(form, answer)).toBe(result))

  it('is not shown, and has no label, hint or message', () => {
    const html = render(formOf({ kind: 'hidden', value: 'spring' }))
    expect(html).toContain('<div class="field" hidden=""><input type="hidden" name="answer" value="spring"/></div>')
    expect(html).not.toContain('Answer')
  })

  it('has its label in emails and the inbox', () => {
    expect(listAnswers(form, { values: { answer: 'tea' } })).toMatchObject([{ label: 'Answer', text: 'tea' }])
  })

  it.each(['required', 'hint', 'prefill'])('cannot have the property %s', (name) =>
    expect(() => formOf({ kind: 'hidden', [name]: name === 'hint' ? 'Hint' : true })).toThrow(name),
  )
})

it.each(['consent', 'file', 'hidden'])('a field of the kind %s cannot be prefilled', (kind) =>
  expect(() => formOf({ kind, prefill: true })).toThrow('prefill'),
)
