import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter } from 'vitest/node'

/** The result of a test run. */
export interface Summary {
  passed: number
  failed: number
  /** One line per test, with the reason why it was skipped. */
  skipped: string[]
  /** One line per test or file, with the first line of the error. */
  failures: string[]
  /** The files that took longest, slowest first, with their seconds; of two workers, both count. */
  slowest: string[]
}

/** A Vitest reporter that writes a Summary to `file`. (The built-in JSON omits why a test was skipped.) */
export function summaryReporter(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandled) {
      const summary: Summary = { passed: 0, failed: unhandled.length, skipped: [], failures: [], slowest: [] }
      const times = new Map<string, number>()
      for (const { message } of unhandled) summary.failures.push(`not handled: ${firstLine(message)}`)
      for (const module of modules) {
        const before = summary.failed
        const { setupDuration, collectDuration, duration } = module.diagnostic()
        times.set(path.basename(module.moduleId), setupDuration + collectDuration + duration)
        for (const test of module.children.allTests()) {
          const result = test.result()
          if (result.state === 'passed') summary.passed += 1
          else if (result.state === 'failed') {
            summary.failed += 1
            summary.failures.push(line(module.moduleId, test.fullName, firstLine(result.errors[0]?.message)))
          } else
            summary.skipped.push(
              line(module.moduleId, test.fullName, result.state === 'skipped' ? result.note : ''),
            )
        }
        // A file that failed to load, or a failed hook, has no failed test.
        if (module.state() === 'failed' && summary.failed === before) {
          summary.failed += 1
          summary.failures.push(line(module.moduleId, 'the file', firstLine(module.errors()[0]?.message)))
        }
      }
      summary.slowest = slowestOf(times)
      writeFileSync(file, JSON.stringify(summary))
    },
  }
}

/** Null if the run ended before writing one. */
export function readSummary(file: string): Summary | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

interface PlaywrightSuite {
  specs: {
    title: string
    file: string
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      results: { duration: number; error?: { message?: string } }[]
      annotations: { type: string; description?: string }[]
    }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** The Summary of a Playwright JSON report; null if there is none. */
export function readPlaywright(file: string): Summary | null {
  if (!existsSync(file)) return null
  const report: { suites: PlaywrightSuite[]; errors: { message?: string }[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const summary: Summary = {
    passed: 0,
    failed: report.errors.length,
    skipped: [],
    failures: [],
    slowest: [],
  }
  const times = new Map<string, number>()
  for (const { message } of report.errors) summary.failures.push(firstLine(message))
  for (const spec of specsOf(report.suites)) {
    for (const test of spec.tests) {
      const took = test.results.reduce((sum, { duration }) => sum + duration, 0)
      times.set(spec.file, (times.get(spec.file) ?? 0) + took)
      if (test.status === 'expected') summary.passed += 1
      else if (test.status !== 'skipped') {
        summary.failed += 1
        summary.failures.push(line(spec.file, spec.title, firstLine(test.results.at(-1)?.error?.message)))
      } else
        summary.skipped.push(
          line(spec.file, spec.title, test.annotations.find(({ type }) => type === 'skip')?.description),
        )
    }
  }
  summary.slowest = slowestOf(times)
  return summary
}

function slowestOf(times: ReadonlyMap<string, number>): string[] {
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 10)
    .map(([file, ms]) => `${file} ${(ms / 1000).toFixed(1)}`)
}

function specsOf(suites: PlaywrightSuite[]): PlaywrightSuite['specs'] {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])])
}

function line(file: string, title: string, reason = ''): string {
  return `${path.basename(file)}: ${title}${reason && ` (${reason})`}`
}

function firstLine(message = ''): string {
  return stripVTControlCharacters(message).split('\n')[0] ?? ''
}
