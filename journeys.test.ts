import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const journeys = globSync('e2e/**/*.ts', { cwd: import.meta.dirname }).map((file) => ({
  file,
  source: readFileSync(`${import.meta.dirname}/${file}`, 'utf8'),
}))

it('a journey waits for nothing longer than a minute', () => {
  const longer = journeys.flatMap(({ file, source }) =>
    [...source.matchAll(/(?:timeout|timeoutMs|WITHIN_MS)\s*[:=]\s*([\d_]+)/g)]
      .filter(([, ms = '']) => Number(ms.replaceAll('_', '')) > 60_000)
      .map(([words]) => `${file}: ${words}`),
  )
  expect(longer).toEqual([])
})

/** What is left of the demo's own people; everywhere else a journey has a clinic of its own (`staff`, e2e/app.ts). */
const SHARED: Record<string, string> = {
  'e2e/browsers/journeys.ts': 'orders that were reported, and the manifest’s institution',
  'e2e/clinic.ts': 'who breaks the portal on purpose has it for themselves',
  'e2e/coming-in.test.ts': 'what each of the demo’s sign-ins leads to',
  'e2e/coverage.test.ts': 'has a portal of its own',
  'e2e/faults.test.ts': 'has a portal of its own where it is the demo’s clinic',
  'e2e/frame.test.ts': 'orders of all states, pages of them; it only reads',
  'e2e/layout.test.ts': 'full dashboards; it only reads',
  'e2e/lists-and-samples.test.ts': 'more orders than a page of the list has',
  'e2e/typed-choices.test.ts': 'a filter by institution, of somebody who works at several; it only reads',
  'e2e/two-sites.test.ts': 'has a portal of its own',
}

it('a journey has people and an institution of its own, but those that need what only the demo has', () => {
  const shared = journeys
    .filter(({ source }) =>
      /(?:provider|creator|viewer|admin|super|counselor|va|attest|terms|\})@demo\.test|openClinic\([^,)]*\)/.test(
        source,
      ),
    )
    .map(({ file }) => file)
  expect(shared.filter((file) => file !== 'e2e/own-clinic.ts').toSorted()).toEqual(
    Object.keys(SHARED).toSorted(),
  )
})
