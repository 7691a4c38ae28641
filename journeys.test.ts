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
  // A first start makes the whole demo laboratory; it says what it printed.
  expect(longer).toEqual(['e2e/app.ts: WITHIN_MS = 300_000', 'e2e/app.ts: WITHIN_MS = 120_000'])
})

/** Everywhere else a journey has a clinic of its own (`staff`, e2e/app.ts). */
const SHARED: Record<string, string> = {
  'e2e/afterwards.test.ts': 'an institution that has nothing to do with it: the VA’s',
  'e2e/browsers/journeys.ts': 'orders that were reported, and the manifest’s institution',
  'e2e/clinic.ts': 'who breaks the portal on purpose has it for themselves',
  'e2e/coming-in.test.ts': 'what each of the demo’s sign-ins leads to',
  'e2e/coverage.test.ts': 'has a portal of its own',
  'e2e/focus.test.ts': 'questions of the laboratory; it only reads',
  'e2e/frame.test.ts': 'somebody of two institutions, and the VA',
  'e2e/kit-to-report.test.ts': 'somebody of two institutions',
  'e2e/layout.test.ts': 'full dashboards; it only reads',
  'e2e/links.test.ts': 'two institutions of one person',
  'e2e/lists-and-samples.test.ts': 'more orders than a page of the list has',
  'e2e/manifest.test.ts': 'the institution that may upload manifests',
  'e2e/navigation-fuzz.test.ts': 'full lists',
  'e2e/navigation.test.ts': 'a full dashboard, which it only reads',
  'e2e/not-offered.test.ts': 'orders of all states',
  'e2e/panels-and-va.test.ts': 'the VA',
  'e2e/profile.test.ts': 'two institutions, and the profile of a demo clinic',
  'e2e/two-sites.test.ts': 'has a portal of its own',
  'e2e/verification.test.ts': 'the VA, and the excluded-billing list',
  'e2e/widgets.test.ts': 'orders that were reported',
}

it('a journey has people and an institution of its own, but those that need what only the demo has', () => {
  const shared = journeys
    .filter(({ source }) => /(?:provider|creator|viewer|admin|super|counselor|va|\})@demo\.test/.test(source))
    .map(({ file }) => file)
  expect(shared.filter((file) => file !== 'e2e/own-clinic.ts').toSorted()).toEqual(
    Object.keys(SHARED).toSorted(),
  )
})
