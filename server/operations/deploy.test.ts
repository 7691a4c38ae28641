import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { runningCommit, VERSION } from '../start/version.ts'
import { figuresOf } from './figures.ts'

const run = promisify(execFile)
const none = async () => ({ count: 0, oldestSeconds: null, givenUp: 0, refused: 0 })

/** The names of all series of `/metrics`, and Prometheus' own `up`. */
async function metrics(): Promise<Set<string>> {
  const figures = figuresOf({
    waitingResults: async () => ({
      ...{ count: 1, oldestSeconds: 1, refused: 0 },
      interfaces: [{ code: 'H1', oldestSeconds: 1, refused: 0 }],
    }),
    ...{ waitingMessages: none, waitingMail: none, waitingRequests: none, waitingChecks: none },
    ...{ build: { version: '1.2.3', commit: 'abc' }, errors: () => ({ server: 0, browser: 0 }) },
    laboratoryTroubles: async () => ({ stuck: 0, refused: 0, refusedHere: 0, unread: 0 }),
    ...{ unsealedSeconds: async () => 0, linesWithoutPartition: async () => 0 },
    ...{
      filesReady: async () => undefined,
      livePages: () => 0,
      policyViolations: () => new Map([['img-src', 1]]),
    },
    pools: { portal: { totalCount: 1, idleCount: 1, waitingCount: 0 } },
    standbys: () => [{ host: 'db2:5432', isUsed: true, answered: 1, passedOn: 0 }],
    failing: () => new Set<never>(),
    outside: { clockSeconds: 0, certificateDays: new Map([['PUBLIC_ORIGIN', 60]]) },
    cacheMs: 0,
  })
  figures.note(
    { method: 'GET', routeOptions: { url: '/api/x' } } as Parameters<typeof figures.note>[0],
    { statusCode: 200, elapsedTime: 1 } as Parameters<typeof figures.note>[1],
  )
  const text = await figures.text()
  const names = [...text.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name = '']) => name)
  return new Set([...names, 'up'])
}

/** The metrics that a query reads. */
const metricsIn = (query: string) =>
  [...query.matchAll(/\b(?:karyo|nodejs|process)_[a-z_0-9]+|\bup\b(?=\{)/g)].map(([name]) => name)

const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().default('0'),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
const alerts = async () =>
  rules
    .parse(parse(await readFile('deploy/prometheus/alerts.yml', 'utf8')))
    .groups.flatMap((one) => one.rules)

type Rule = Awaited<ReturnType<typeof alerts>>[number]

/** The rows of a page's tables of alerts: the metric, and its condition as `conditionOf` words it. */
const documentedAlerts = (page: string) =>
  [...page.matchAll(/^\| metric \| when, for \|.*\n\|[-|]+\n((?:\|.*\n)+)/gm)].flatMap(([, rows = '']) =>
    rows
      .trim()
      .split('\n')
      .map((row) => row.split(' | '))
      .map(([metric = '', when = '']) => ({
        metric: metric.replace('`/healthz`', '`up`'),
        when: when.replace('not 200', '0').replace(/(\d) s\b/, '$1'),
      })),
  )

/** Whether a query reads a documented metric: `name`, or `name{label="value"}`. */
function readsAs(expr: string, metric: string): boolean {
  const [, name = '', label, value = ''] = /`(\w+)(?:\{(\w+)="(\w+)"\})?`/.exec(metric) ?? []
  const read = [...expr.matchAll(/(\w+)(\{[^}]*\})?/g)].filter(
    ([, one = '']) => one.replace(/_bucket$/, '') === name,
  )
  const valuesIn = (labels = '') => new RegExp(`\\b${label}=~?"([^"]*)"`).exec(labels)?.[1]?.split('|') ?? []
  return read.some(([, , labels]) => label === undefined || valuesIn(labels).includes(value))
}

/** When a rule fires, in the words of the documentation's tables. */
function conditionOf({ expr, for: lasts }: Pick<Rule, 'expr' | 'for'>): string {
  const [, comparison, threshold] = /(==|>|<) ([\d.]+)$/.exec(expr) ?? []
  const [, grows, range = ''] = /\b(increase|delta)\([^[]*\[(\w+)\]/.exec(expr) ?? []
  if (grows)
    return range === '15m' ? 'grows' : `> ${threshold} in ${range.replace('m', ' min').replace('h', ' h')}`
  const time = lasts.replace('m', ' min').replace('h', ' hour').replace('d', ' day')
  if (expr.startsWith('abs(')) return `more than ${threshold} either way, ${time}`
  return `${comparison === '==' ? '' : `${comparison} `}${threshold}, ${time}`
}

/** The anchor of a heading, as the documents' links write it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

describe('[OPS-07] alert rules and dashboard', () => {
  test('read only metrics that the portal has', async () => {
    const known = await metrics()
    const dashboard = z
      .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })) })
      .parse(JSON.parse(await readFile('deploy/grafana/karyo.json', 'utf8')))
    const queries = [
      ...(await alerts()).map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]
    expect(queries.length).toBeGreaterThan(35)
    for (const query of queries) {
      expect(metricsIn(query), query).not.toEqual([])
      expect(
        metricsIn(query).filter((name) => !known.has(name)),
        query,
      ).toEqual([])
    }
  })

  test('the rules of each severity have the thresholds and times of its table in the documentation', async () => {
    const all = await alerts()
    for (const [file, severity] of [
      ['docs/operating.md', 'page'],
      ['docs/operating-reference.md', 'ticket'],
    ] as const) {
      const rows = documentedAlerts(await readFile(file, 'utf8'))
      expect(rows.length).toBeGreaterThan(10)
      const own = all.filter(({ labels }) => labels.severity === severity)
      for (const { metric, when } of rows) {
        const rule = own.find(({ expr }) => readsAs(expr, metric))
        expect(rule && conditionOf(rule), `${file}: ${metric}`).toBe(when)
      }
      for (const { alert, expr } of own)
        expect(
          rows.some(({ metric }) => readsAs(expr, metric)),
          alert,
        ).toBe(true)
    }
  })

  test('each alert leads to a section that says what to do', async () => {
    for (const { alert, annotations } of await alerts()) {
      const [file = '', anchor] = annotations.runbook.split('#')
      const headings = [...(await readFile(file, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
        anchorOf(text),
      )
      expect(headings, alert).toContain(anchor)
    }
  })

  test('rules fire as promtool’s tests say', async ({ skip }) => {
    const installed = await run('promtool', ['--version']).then(
      () => true,
      () => false,
    )
    if (!installed) skip('promtool is not installed')
    const { stdout } = await run('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml'])
    expect(stdout).toContain('SUCCESS')
    await run('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yml'])
  })
})

test('[OPS-15] there is one version, that of package.json, and the commit is known in a checkout and in an archive', async () => {
  expect(JSON.parse(await readFile('package.json', 'utf8')).version).toBe(VERSION)
  // What `git archive` replaces, since .gitattributes says so.
  expect(await readFile('COMMIT', 'utf8')).toBe('$Format:%H$\n')
  expect(await readFile('.gitattributes', 'utf8')).toContain('COMMIT export-subst')
  const dir = await mkdtemp(path.join(tmpdir(), 'karyo-commit-'))
  await mkdir(path.join(dir, '.cache'))
  expect(await runningCommit(dir)).toBe('')
  await writeFile(path.join(dir, '.cache/commit'), `${'a1'.repeat(20)}\n`)
  await writeFile(path.join(dir, 'COMMIT'), '$Format:%H$\n')
  expect(await runningCommit(dir)).toBe('a1a1a1a1a1a1')
  await writeFile(path.join(dir, 'COMMIT'), `${'b2'.repeat(20)}\n`)
  expect(await runningCommit(dir)).toBe('b2b2b2b2b2b2')
  await rm(dir, { recursive: true })
})
