import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currentOf, mayBeOpened, type ReportVersion, reportHistory } from './history.ts'
import type { FiledReport } from './news.ts'
import { SAID_STATUSES, type SaidStatus } from './statuses.ts'

/** More with HISTORIES=1000. */
const numRuns = Number(process.env.HISTORIES ?? 300)
type Status = Exclude<SaidStatus, 'none'>
const STATUSES = SAID_STATUSES.filter((status): status is Status => status !== 'none')

/** A message in short: whose, of which test, its status, its content ('' for none), and when it was made and sent. */
interface Message {
  key: string
  of: string
  status: Status
  content: string
  made: number
  sent: number
}
interface Version extends Message {
  state: ReportVersion['state']
}

// The model: what the life of a report means, told anew; it shares nothing with the rule but the names of statuses.
const isOpen = ({ status }: Pick<Message, 'status'>) => status === 'preliminary' || status === 'partial'
const isTakenBack = ({ status }: Message) => status === 'withdrawn' || status === 'cancelled'
const isChange = ({ status }: Message) => status === 'amended' || status === 'corrected'
const place = (one: Message) =>
  ['preliminary', 'partial', 'final', 'unclear'].indexOf(one.status) < 0
    ? isTakenBack(one)
      ? 4
      : 3
    : ({ preliminary: 0, partial: 1 }[one.status as string] ?? 2)

/** What one report, of one test of one person, is after these messages, and which wait for a person. */
function model(messages: readonly Message[]) {
  const versions: Version[] = []
  const waiting: string[] = []
  const order = messages.toSorted((a, b) => a.sent - b.sent || a.made - b.made || place(a) - place(b))
  for (const one of order) {
    const live = versions.filter(({ state }) => state === 'current')
    const isHere = live.length > 0
    const wasHere = versions.length > 0 && !isHere
    const isFinalHere = live.some((version) => !isOpen(version))
    const alike = versions.filter(({ content }) => content === one.content)
    const standsAlready = live.some(({ content }) => content === one.content)
    const wasWithdrawn = alike.some(({ state }) => state === 'withdrawn')
    const wasSaid = alike.some(({ made }) => made === one.made)
    const isLate = versions.some(({ state, made }) => state !== 'superseded' && one.made < made)
    const wait = () => waiting.push(one.key)
    const file = (status = one.status) => {
      const follows = versions.some((version) => version.state !== 'withdrawn' && !isOpen(version))
      versions.push({ ...one, status: status === 'final' && follows ? 'amended' : status, state: 'current' })
    }
    const supersede = () => {
      for (const version of live) version.state = 'superseded'
    }
    if (isTakenBack(one)) {
      if (versions.length === 0) one.status === 'withdrawn' && wait()
      else if (isHere) for (const version of versions) version.state = 'withdrawn'
    } else if (one.content === '') {
      // It brings nothing: final makes final what is here; of a change something is missing.
      if (one.status === 'final' && isHere && !isFinalHere) {
        const [last] = live.toReversed()
        supersede()
        versions.push({ ...one, content: last?.content ?? '', state: 'current' })
      } else if (
        (one.status === 'final' && wasHere) ||
        ((isChange(one) || one.status === 'addended') && versions.length > 0)
      )
        wait()
    } else if (one.status === 'unclear') {
      // The very report of then, which was superseded since, says nothing new.
      if (!isHere || standsAlready || wasWithdrawn || !wasSaid) wait()
    } else if (versions.length === 0) file()
    else if (wasHere) {
      // After a withdrawal only what is new counts without a person, and nothing can be added to what is gone.
      if (alike.length > 0 || isLate || one.status === 'addended') wait()
      else file()
    } else if (isOpen(one)) {
      if (alike.length > 0 && (standsAlready || wasWithdrawn || wasSaid)) continue
      if (isFinalHere || isLate) wait()
      else {
        supersede()
        file()
      }
    } else if (one.status === 'addended') {
      if (!isFinalHere) wait()
      else if (standsAlready || wasWithdrawn || wasSaid) {
        const isRepeat = alike.some(
          ({ status, made, state }) => status === one.status && (state === 'current' || made === one.made),
        )
        if (!isRepeat && (standsAlready || wasWithdrawn)) wait()
      } else if (isLate) wait()
      else file()
    } else if (standsAlready && !isFinalHere) {
      supersede()
      file()
    } else if (standsAlready || wasWithdrawn || wasSaid) {
      const isRepeat = alike.some(
        ({ status, made, state }) => status === one.status && (state === 'current' || made === one.made),
      )
      // What was withdrawn or superseded never comes to stand again in the place of a preliminary report.
      if (!isFinalHere) wait()
      else if (isChange(one) && !isRepeat && (standsAlready || wasWithdrawn)) wait()
    } else if (isLate) wait()
    else {
      supersede()
      file()
    }
  }
  return { versions, waiting }
}

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
  // Withdrawn and final ones are the histories' turning points.
  status: fc.constantFrom(...STATUSES, 'final' as const, 'withdrawn' as const),
  content: fc.constantFrom('a', 'b', 'c', 'd', ''),
  made: time,
  sent: time,
})
/** Messages in the order of arrival, which is not that of sending; some come again. */
const arrivals = fc
  .array(message, { minLength: 1, maxLength: 14 })
  .map((all) => all.map((one, index): Message => ({ ...one, key: `m${index}` })))
  .chain((all) => fc.tuple(fc.constant(all), fc.array(fc.nat(all.length - 1), { maxLength: 4 })))
  .map(([all, again]) => [...all, ...again.flatMap((index) => all[index] ?? [])])

const shown = (one: ReportVersion | undefined) => one && [one.key, one.status, contentOf(one)]
const inModel = (one: Version | undefined) => one && [one.key, one.status, one.content]

describe('random histories of reports', () => {
  test('[RPT-01] after every message that arrives, the current report and every version’s state are the model’s', () => {
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
            expect(shown(currentOf(versions))).toEqual(inModel(newest))
            expect(versions.filter(mayBeOpened).map(shown)).toEqual(
              expected.versions.filter(({ state }) => state !== 'withdrawn').map(inModel),
            )
          }
          expect(history.waiting.map(({ key }) => key).toSorted()).toEqual(waiting.toSorted())
        }
      }),
      { numRuns },
    )
  })

  test('[RPT-02] at no moment is a withdrawn report current or opened, nor its content under another version', () => {
    fc.assert(
      fc.property(arrivals, (all) => {
        for (let count = 1; count <= all.length; count += 1) {
          const { versions } = reportHistory(all.slice(0, count).map(filed))
          for (const withdrawn of versions.filter(({ state }) => state === 'withdrawn')) {
            expect(mayBeOpened(withdrawn)).toBe(false)
            const others = versions.filter(
              (one) =>
                one.person === withdrawn.person && one.testCode === withdrawn.testCode && mayBeOpened(one),
            )
            expect(others.map(contentOf)).not.toContain(contentOf(withdrawn))
          }
        }
      }),
      { numRuns },
    )
  })

  test('[RPT-03] messages of different times end in the same reports, in whatever order they arrive', () => {
    fc.assert(
      fc.property(arrivals, fc.infiniteStream(fc.nat()), (all, places) => {
        const sent = all.map((one) => ({ ...one, sent: one.sent * 20 + Number(one.key.slice(1)) }))
        const mixed = sent
          .map((one) => ({ one, at: places.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one)
        expect(reportHistory(mixed.map(filed))).toEqual(reportHistory(sent.map(filed)))
      }),
      { numRuns },
    )
  })
})
