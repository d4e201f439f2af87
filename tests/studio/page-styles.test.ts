import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import type { ChangeSetEffect } from '../../cli/editor/changes/effect.ts'
import type { ChangeSetSummary } from '../../cli/editor/changes/summarize-change-set.ts'
import { createSiteLook } from '../../cli/studio/pages/site-look.ts'
import { ChangePage } from '../../cli/studio/publish/change-page.tsx'
import { PublicationPage } from '../../cli/studio/publish/publication-page.tsx'
import { sharedBrowser } from '../behavior/browser.ts'
import { ada, ben, HEADING, SERVICE } from './publishing-site.ts'

const browser = sharedBrowser()
const LONG = `Uploading ${'release/'.repeat(40)}`
const conflict = { was: HEADING, now: 'Theirs.', proposed: 'Mine.' }
const at = '2026-11-30T08:00:00.000Z'
const publication = {
  ...{ id: 'x', title: 'Spring', started: at, author: ada, publisher: ben },
  steps: [
    { name: 'build', state: 'done', started: at, ended: '2026-11-30T08:00:18.273Z' },
    { name: 'deploy', state: 'failed', message: LONG },
  ],
} as const

const pages: [string, ReactElement][] = [
  [
    'a failed publication',
    createElement(PublicationPage, {
      ...{ person: ben, output: LONG, canUndo: true },
      publication: { ...publication, steps: [...publication.steps] },
    }),
  ],
  [
    'a change in conflict',
    createElement(ChangePage, {
      ...{ person: ada, may: { edit: true, publish: false, sendBack: false } },
      change: {
        name: ada.id,
        title: ada.id,
        author: 'Ada',
        hash: 'h',
        edits: [`${SERVICE} hero.heading: Old → New`],
      } as never as ChangeSetSummary,
      effect: {
        edits: ['Listing care · Hero · Heading: Old → New'],
        failures: [{ index: 0, edit: 'Listing care · Hero · Heading', message: 'The value has changed.', conflict }],
        ...{ problems: [], files: [], pages: [] },
      } as never as ChangeSetEffect,
    }),
  ],
]

it.each(pages)(
  'shows %s without serious accessibility problems, on phones and on wide screens',
  async (_name, element) => {
    const style = `<style>${createSiteLook().stylesheet}</style>`
    const html = renderToStaticMarkup(element).replace('</head>', `${style}</head>`)
    const { page, close } = await browser.open({ viewport: { width: 390, height: 844 } }, false)
    try {
      await page.setContent(`<!doctype html>${html}`)
      for (const [width, colorScheme] of [
        [390, 'dark'],
        [1440, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 844 })
        await page.emulateMedia({ colorScheme })
        expect(toPageFindings(await runAxe(page))).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
      expect(await page.textContent('main')).toMatch(/18\.3 s|Decide about each\./)
      const [panel, item] = ['.panel', '.items > li'].map((selector) => page.locator(selector).first())
      if (await panel?.count()) expect((await panel?.boundingBox())?.width).toBe((await item?.boundingBox())?.width)
    } finally {
      await close()
    }
  },
)
