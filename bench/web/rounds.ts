import { type Line, lineOf } from '../harness.ts'
import type { PageLoadResult } from './browser.ts'

/** One page that is loaded repeatedly. */
export interface PageLoad {
  name: string
  load(): Promise<PageLoadResult>
}

const UNITS: Record<keyof PageLoadResult, string> = {
  fcp: 'ms',
  lcp: 'ms',
  tbt: 'ms',
  cls: '',
  bytes: 'B',
  requests: '',
  cpu: 'ms',
  useful: 'ms',
}

/**
 * Loads each page in turn (A B A B …) and returns a line per page and figure, compared with that of `floor`.
 * The first round is not counted.
 */
export async function loadInTurn(
  pages: readonly PageLoad[],
  rounds: number,
  figures: readonly (keyof PageLoadResult)[],
  floor?: string,
): Promise<Line[]> {
  const found = new Map<PageLoad, PageLoadResult[]>(pages.map((page) => [page, []]))
  for (let round = -1; round < rounds; round += 1)
    for (const [page, loads] of found) {
      const loaded = await page.load()
      if (round >= 0) loads.push(loaded)
    }
  return [...found].flatMap(([page, all]) =>
    figures.map((figure) => {
      const line = lineOf(
        `${page.name}: ${figure}`,
        UNITS[figure],
        all.map((one) => one[figure]),
      )
      const base = [...found].find(([one]) => one.name === floor)?.[1]
      if (!base) return line
      const least = lineOf(
        '',
        '',
        base.map((one) => one[figure]),
      ).median
      return least > 0 ? { ...line, ratio: line.median / least } : line
    }),
  )
}
