import type { Page } from 'playwright-core'

/** Lists text smaller than `least` CSS pixels, including scaled text in drawings. */
export function textsBelow(page: Page, least: number): Promise<string[]> {
  return page.evaluate((wanted) => {
    const nameOf = (element: Element) => {
      const named = element.closest('[class]') ?? element
      return `${element.localName} in .${named.getAttribute('class')?.replaceAll(' ', '.')}`
    }
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim()
      if (!element || !text || !element.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('.visually-hidden, script, style, option')) continue
      const scale = element instanceof SVGTextContentElement ? Math.abs(element.getScreenCTM()?.a ?? 1) : 1
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale
      if (size < wanted - 0.01) found.push(`"${text.slice(0, 40)}" in ${nameOf(element)} is ${size} px`)
    }
    return found
  }, least)
}

/** Lists text that a box with hidden overflow cuts off, and text outside the window that scrolling cannot reach. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK = 1.5
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const clips = (value: string) => value === 'hidden' || value === 'clip'
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim()
      if (!element || !text || !element.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('.visually-hidden, script, style, option, [inert], .skip')) continue
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      if (boxes.length === 0) continue
      const box = {
        left: Math.min(...boxes.map(({ left }) => left)),
        right: Math.max(...boxes.map(({ right }) => right)),
        top: Math.min(...boxes.map(({ top }) => top)),
        bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
      }
      let scrolls = false
      for (let parent: Element | null = element; parent && parent !== document.body; parent = parent.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(parent)
        const edge = parent.getBoundingClientRect()
        const where = `"${text.slice(0, 40)}" by .${parent.getAttribute('class') ?? parent.localName}`
        if (!scrolls && clips(overflowX) && (box.right > edge.right + SLACK || box.left < edge.left - SLACK))
          found.push(`${where}: horizontally`)
        // Allows an overflow of a third of a line, because a line box is taller than its letters.
        const line = (boxes[0]?.height ?? 0) / 3
        if (clips(overflowY) && (box.bottom > edge.bottom + line || box.top < edge.top - line))
          found.push(`${where}: vertically`)
        if (overflowX === 'auto' || overflowX === 'scroll') scrolls = true
        if (position === 'fixed') break
      }
      const width = document.documentElement.clientWidth
      if (!scrolls && (box.right > width + SLACK || box.left < -SLACK))
        found.push(`"${text.slice(0, 40)}" outside the window (${Math.round(box.left)} to ${Math.round(box.right)})`)
    }
    return found
  })
}

/** Lists ranges like "24-48 hours" that may wrap in the middle. Ignores form options, which are too short to wrap. */
export function looseRanges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || element.closest('svg, script, style, noscript, option, .opts')) continue
      const [range] = /(?<![\w-])\$?\d[\d.,:]*[KM]?-\$?\d[\d.,:]*[KM]?\b(?!-)/.exec(node.textContent ?? '') ?? []
      if (range && getComputedStyle(element).whiteSpace !== 'nowrap') found.push(`${range} in ${node.textContent}`)
    }
    return found
  })
}

/** Lists highlighted numbers that wrap across lines. */
export function splitMarks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('mark')].flatMap((mark) =>
      mark.getClientRects().length > 1 ? [`${mark.textContent} in ${mark.parentElement?.outerHTML.slice(0, 80)}`] : [],
    ),
  )
}

/** If the page is wider than the window, reports by how many pixels. */
export async function findOverflow(page: Page): Promise<string[]> {
  const by = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return by > 0 ? [`scrolls by ${by} px`] : []
}

/** Lists differences in text and links between the original HTML and the page after its scripts have run. */
export function otherUnscripted(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const read = (body: Element) => {
      for (const script of body.querySelectorAll('script, style')) script.remove()
      return {
        text: body.innerHTML
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
        links: [...body.querySelectorAll('a')].map((link) => link.getAttribute('href')).join(' '),
      }
    }
    const html = await (await fetch(location.href)).text()
    const plain = read(new DOMParser().parseFromString(html, 'text/html').body)
    const live = read(document.body.cloneNode(true) as Element)
    const at = [...plain.text].findIndex((letter, index) => letter !== live.text[index])
    return [
      ...(plain.text === live.text
        ? []
        : [`"${plain.text.slice(at - 20, at + 40)}" became "${live.text.slice(at - 20, at + 40)}"`]),
      ...(plain.links === live.links ? [] : ['the links differ']),
    ]
  })
}
