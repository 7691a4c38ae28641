import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const journeys = globSync('e2e/**/*.ts', { cwd: import.meta.dirname }).map((file) => ({
  file,
  source: readFileSync(`${import.meta.dirname}/${file}`, 'utf8'),
}))

it('no journey waits longer than a minute for anything', () => {
  const longer = journeys.flatMap(({ file, source }) =>
    [...source.matchAll(/(?:timeout|timeoutMs|WITHIN_MS)\s*[:=]\s*([\d_]+)/g)]
      .filter(([, ms = '']) => Number(ms.replaceAll('_', '')) > 60_000)
      .map(([words]) => `${file}: ${words}`),
  )
  expect(longer).toEqual([])
})

/**
 * Journeys that name the demo's own users. All others have their own clinic, or at least their own users
 * (`staff`, e2e/app.ts).
 */
const SHARED: Record<string, string> = {
  'e2e/arrival.test.ts': 'what each of the demo’s sign-ins leads to',
  'e2e/own-clinic.ts': 'whom the people of a clinic are like',
  'e2e/production.test.ts': 'that none of them is there',
}

it('only the listed journeys sign in demo users', () => {
  const shared = journeys.filter(({ source }) => source.includes('@demo.test')).map(({ file }) => file)
  expect(shared.toSorted()).toEqual(Object.keys(SHARED).toSorted())
})

/** Journeys that use a demo institution with users of their own, because only it has what they need. */
const DEMO_INSTITUTIONS: Record<string, string> = {
  'e2e/clinic.ts': 'names the fullest',
  'e2e/frame.test.ts': 'pages of orders of each status; they are only read',
  'e2e/layout.test.ts': 'full dashboards and lists; they are only read',
  'e2e/navigation-fuzz.test.ts': 'full lists to click in',
}

it('only journeys that need a full institution use one of the demo', () => {
  const there = journeys.filter(({ source }) =>
    /import \{[^}]*\bHOSPITAL\b[^}]*\} from|const HOSPITAL = /.test(source),
  )
  expect(there.map(({ file }) => file).toSorted()).toEqual(Object.keys(DEMO_INSTITUTIONS).toSorted())
})
