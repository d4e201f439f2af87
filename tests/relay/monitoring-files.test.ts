import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../../cli/paths.ts'
import { startRelay } from '../../relay/commands/start.ts'
import { readConfig } from '../../relay/config.ts'
import { STATUS_BY_CODE } from '../../relay/intake/http-problem.ts'
import { alertKinds } from '../../relay/store/alert.ts'
import { ENTRY_PLACES } from '../../relay/store/ids.ts'
import { needs } from '../needs.ts'
import { createCapturedLog } from './captured-log.ts'
import { SUBMIT } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'
import { until } from './until.ts'

const rulesFile = path.join(projectRoot, 'deploy', 'prometheus', 'alerts.yaml')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook: string }
}
const rules: Rule[] = parse(readFileSync(rulesFile, 'utf8')).groups.flatMap((group: { rules: Rule[] }) => group.rules)

interface Panel {
  id: number
  datasource: { uid: string }
  targets: { expr: string; legendFormat: string; datasource: { uid: string } }[]
}
const dashboard = JSON.parse(readFileSync(path.join(projectRoot, 'deploy', 'grafana', 'relay.json'), 'utf8'))
const panels: Panel[] = dashboard.panels

/** Names and labels of the metrics that a relay exposes after a submission. */
const exposed = new Map<string, Set<string>>()

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-'))
  const config = readConfig({
    RELAY_BIND: '127.0.0.1:0',
    RELAY_SPOOL: path.join(folder, 'spool'),
    RELAY_OUTBOX: path.join(folder, 'outbox'),
  })
  const relay = await startRelay({ config, forms: createSiteForms(), log: createCapturedLog().log })
  const body = JSON.stringify({ formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(relay.address + SUBMIT, { method: 'POST', headers, body })).status).toBe(202)
  const text = await until('the delivery is counted', async () => {
    const now = await (await fetch(`${relay.address}/metrics`)).text()
    return now.includes('relay_last_delivery_timestamp_seconds{') ? now : undefined
  })
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm))
    exposed.set(name, new Set([...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)))
  await relay.close()
  await rm(folder, { recursive: true })
})

/** Labels that Prometheus adds. */
const ADDED = ['job', 'instance']
/** Keywords and functions of PromQL. */
const LANGUAGE = /\b(?:sum|max|min|by|or|rate|increase|changes|time|histogram_quantile)\b/g

/** Lists the metrics and labels that an expression uses but the relay does not expose. */
function unknownIn(expression: string): string[] {
  const known = new Set([...[...exposed.values()].flatMap((labels) => [...labels]), ...ADDED])
  const series = [...expression.matchAll(/([a-z]\w*)\{([^}]*)\}/g)].flatMap(([, name = '', labels = '']) =>
    [...labels.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)]
      .map(([, label = '']) => label)
      .filter((label) => !ADDED.includes(label) && !exposed.get(name)?.has(label))
      .map((label) => `${name}{${label}}`),
  )
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/))
  const names = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
    .replace(LANGUAGE, ' ')
    .match(/[a-z]\w*/g)
  return [
    ...(names ?? []).filter((name) => name !== 'up' && !exposed.has(name)),
    ...series,
    ...grouped.filter((label) => !known.has(label)),
  ]
}

describe('the Prometheus rules', () => {
  test('use only metrics and labels that the relay exposes', () => {
    expect(rules.length).toBeGreaterThan(10)
    // Skips rules about systemd's metrics, which come from node_exporter instead of the relay.
    for (const { alert, expr } of rules) if (!expr.includes('node_systemd_')) expect(unknownIn(expr), alert).toEqual([])
    const values = (label: string) =>
      rules.flatMap(({ expr }) =>
        [...expr.matchAll(new RegExp(`${label}=~?"([^"]+)"`, 'g'))].flatMap(([, value = '']) => value.split('|')),
      )
    expect([...new Set(values('kind'))].sort()).toEqual([...alertKinds].sort())
    for (const place of values('place')) expect(ENTRY_PLACES).toContain(place)
    for (const result of values('result')) expect(Object.keys(STATUS_BY_CODE)).toContain(result)
  })

  test('have a severity, a summary, a description and an existing runbook', () => {
    const guide = readFileSync(path.join(projectRoot, 'docs', 'operators.md'), 'utf8')
    const sections = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    )
    for (const { alert, labels, annotations } of rules) {
      expect(['critical', 'warning', 'info'], alert).toContain(labels.severity)
      expect(annotations.summary, alert).toMatch(/\.$/)
      expect(annotations.description, alert).toMatch(/\.$/)
      expect(sections, alert).toContain(annotations.runbook.replace('docs/operators.md#', ''))
    }
  })

  test('are valid according to promtool', needs('promtool'), () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  })
})

test('the dashboard queries only metrics that the relay exposes, and only from the selected data source', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { datasource, targets } of panels)
    for (const query of [{ datasource }, ...targets]) expect(query.datasource.uid).toMatch(/^\$\{datasource\}$/)
  for (const { targets } of panels)
    for (const { expr, legendFormat } of targets) {
      expect(unknownIn(expr), expr).toEqual([])
      const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)
      expect(unknownIn(`sum by (${labels.join(', ') || 'job'}) (up)`), legendFormat).toEqual([])
    }
})
