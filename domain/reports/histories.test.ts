import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '#domain/testing/cases.ts'
import { canBeOpened, currentOf, type ReportVersion, reportHistory } from './history.ts'
import type { FiledReport } from './report-update.ts'
import { MESSAGE_STATUSES } from './statuses.ts'
import { type Message, model, type Status, type Version } from './testing/model.ts'

/** More with HISTORIES=1000. */
const numRuns = cases(500)
const STATUSES = MESSAGE_STATUSES.filter((status): status is Status => status !== 'none')

const filed = ({ key, of, status, content, made, sent }: Message): FiledReport => {
  const [person = '', testCode = ''] = of.split(' ')
  const minute = (n: number) => new Date(Date.UTC(2026, 2, 2, 8, n))
  const document = {
    kind: 'document',
    label: '',
    filename: 'report.pdf',
    mediaType: 'application/pdf',
    bytes: 9,
  } as const
  const text = { kind: 'lines' as const, label: '', lines: [`Text of ${content}`] }
  return {
    ...{ key, person, status, words: '', change: null, madeAt: minute(made), sentAt: minute(sent) },
    identity: { filler: 'L-1', accession: '', testCode, group: '' },
    parts: content === '' ? [] : [{ ...document, fileKey: content }, ...(content > 'b' ? [text] : [])],
  }
}
const contentOf = ({ parts }: ReportVersion) =>
  parts.flatMap((part) => (part.kind === 'document' ? part.fileKey : [])).join()

const time = fc.integer({ min: 0, max: 12 })
const message = fc.record({
  of: fc.constantFrom('proband WES', 'proband WES', 'proband CMA', 'mother WES'),
  // Withdrawn and final ones decide how histories develop.
  status: fc.constantFrom(...STATUSES, 'final' as const, 'withdrawn' as const),
  content: fc.constantFrom('a', 'b', 'c', 'd', ''),
  made: time,
  sent: time,
})
/** Messages in order of arrival, which differs from the order of sending; some are repeated. */
const arrivals = fc
  .array(message, { minLength: 1, maxLength: 14 })
  .map((all) => all.map((one, index): Message => ({ ...one, key: `m${index}` })))
  .chain((all) => fc.tuple(fc.constant(all), fc.array(fc.nat(all.length - 1), { maxLength: 4 })))
  .map(([all, again]) => [...all, ...again.flatMap((index) => all[index] ?? [])])

const summary = (one: ReportVersion | undefined) => one && [one.key, one.status, contentOf(one)]
const inModel = (one: Version | undefined) => one && [one.key, one.status, one.content]

describe('random histories of reports', () => {
  test("[RPT-01] match the model's current report and version states after every message", () => {
    fc.assert(
      fc.property(arrivals, (all) => {
        for (let count = 1; count <= all.length; count += 1) {
          const come = [...new Map(all.slice(0, count).map((one) => [one.key, one])).values()]
          const history = reportHistory(all.slice(0, count).map(filed))
          const waiting: string[] = []
          for (const of of new Set(come.map((one) => one.of))) {
            const expected = model(come.filter((one) => one.of === of))
            waiting.push(...expected.waiting)
            const versions = history.versions.filter((one) => `${one.person} ${one.testCode}` === of)
            const states = (one: { key: string; state: string }) => [one.key, one.state]
            expect(versions.map(states)).toEqual(expected.versions.map(states))
            const newest = expected.versions.findLast(({ state }) => state === 'current')
            expect(summary(currentOf(versions))).toEqual(inModel(newest))
            expect(versions.filter(canBeOpened).map(summary)).toEqual(
              expected.versions.filter(({ state }) => state !== 'withdrawn').map(inModel),
            )
          }
          expect(history.waiting.map(({ key }) => key).toSorted()).toEqual(waiting.toSorted())
        }
      }),
      { numRuns },
    )
  })

  test('[RPT-02] never make a withdrawn report current or readable, or its content under another version', () => {
    fc.assert(
      fc.property(arrivals, (all) => {
        for (let count = 1; count <= all.length; count += 1) {
          const { versions } = reportHistory(all.slice(0, count).map(filed))
          for (const withdrawn of versions.filter(({ state }) => state === 'withdrawn')) {
            expect(canBeOpened(withdrawn)).toBe(false)
            const others = versions.filter(
              (one) =>
                one.person === withdrawn.person && one.testCode === withdrawn.testCode && canBeOpened(one),
            )
            expect(others.map(contentOf)).not.toContain(contentOf(withdrawn))
          }
        }
      }),
      { numRuns },
    )
  })

  test('[RPT-03] end in the same reports, in whatever order messages with different times arrive', () => {
    fc.assert(
      fc.property(arrivals, fc.infiniteStream(fc.nat()), (all, positions) => {
        const sent = all.map((one) => ({ ...one, sent: one.sent * 20 + Number(one.key.slice(1)) }))
        const mixed = sent
          .map((one) => ({ one, at: positions.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one)
        expect(reportHistory(mixed.map(filed))).toEqual(reportHistory(sent.map(filed)))
      }),
      { numRuns },
    )
  })
})
