import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { projectRoot } from '../cli/paths.ts'
import { relaySettings } from '../relay/config.ts'
import { mapSettings } from '../relay/settings.ts'
import type { TargetType } from '../relay/targets/target.ts'
import { targetListSettings, targetTypes } from '../relay/targets/targets.ts'

/** The operator's guide. Its table of settings is generated from the relay's schemas. */
const operatorsGuideFile = path.join(projectRoot, 'docs', 'operators.md')

/** Returns the guide with the current table, for `npm run docs`. A test checks that the file is up to date. */
export function renderOperatorsGuide(): string {
  const rows = [
    ...rowsOf(relaySettings),
    ...rowsOf(targetListSettings),
    ...Object.entries<TargetType>(targetTypes).flatMap(([kind, target]) => rowsOf(target.settings, kind)),
  ]
  const table = `| variable | default | meaning |\n|---|---|---|\n${[...new Set(rows)].join('')}`
  return readFileSync(operatorsGuideFile, 'utf8').replace(
    /\| variable \| default \| meaning \|\n(?:\|.*\n)+/,
    () => table,
  )
}

/** @param kind target type with these settings, which individual targets can override */
function rowsOf(schema: z.ZodType, kind?: string): string[] {
  const rows: string[] = []
  mapSettings(schema, ({ variable, about, fallback }, _at, setting) => {
    const needed = kind && !fallback && !setting.safeParse(undefined).success
    const defaultCell = fallback ? `\`${fallback}\`` : needed ? `needed for \`${kind}\`` : 'none'
    rows.push(`| \`${variable}\`${kind ? ' ¹' : ''} | ${defaultCell} | ${about} |\n`)
  })
  return rows
}

if (process.argv[1] === import.meta.filename) writeFileSync(operatorsGuideFile, renderOperatorsGuide())
