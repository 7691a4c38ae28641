import { describe, expect, test } from 'vitest'
import {
  CARRIED_CONTENTS,
  type CarriedContent,
  CURRENT_REPORT_STATES,
  type CurrentReportState,
  doubtIn,
  REPORT_DECISIONS,
  type ReportDecision,
  reportDecision,
} from './decisions.ts'
import { canBeOpened, currentOf, reportHistory } from './history.ts'
import type { FiledReport } from './report-update.ts'
import { MESSAGE_STATUSES, type MessageStatus } from './statuses.ts'

type Status = Exclude<MessageStatus, 'none'>
const STATUSES = MESSAGE_STATUSES.filter((status): status is Status => status !== 'none')
const MINUTE = 60_000

let messages = 0
function nextKey(): string {
  messages += 1
  return `m${messages}`
}

function message(
  status: Status,
  minute: number,
  content: string | null,
  more: Partial<FiledReport> = {},
): FiledReport {
  const at = new Date(Date.UTC(2026, 2, 2) + minute * MINUTE)
  const file = { label: '', filename: 'report.pdf', mediaType: 'application/pdf', bytes: 9 }
  return {
    ...{ key: nextKey(), person: 'proband', status, words: '', change: null },
    identity: { filler: 'L-1', accession: '', testCode: 'WES', group: '' },
    parts: content === null ? [] : [{ kind: 'document', fileKey: content, ...file }],
    ...{ madeAt: at, sentAt: at },
    ...more,
  }
}

/**
 * Messages that lead to this state, the last of them with the content 'here'; one with 'old' was replaced or
 * withdrawn.
 */
function before(current: CurrentReportState, carried?: CarriedContent): FiledReport[] {
  if (current === 'nothing') return []
  if (current !== 'withdrawn' && carried === 'superseded')
    return [message(current, 8, 'old'), message(current, 10, 'here')]
  if (current !== 'withdrawn' && carried === 'withdrawn')
    return [message('final', 7, 'old'), message('withdrawn', 8, null), message(current, 10, 'here')]
  if (current === 'withdrawn') return [message('final', 10, 'here'), message('withdrawn', 11, null)]
  return [message(current, 10, 'here')]
}

/** A message with this content compared with the current report; null if impossible. */
function carrying(status: Status, current: CurrentReportState, carried: CarriedContent): FiledReport | null {
  switch (carried) {
    case 'nothing':
      return message(status, 20, null)
    case 'new':
      return message(status, 20, 'other')
    case 'older':
      return current === 'nothing'
        ? null
        : message(status, 20, 'other', { madeAt: new Date(Date.UTC(2026, 2, 2) + 5 * MINUTE) })
    case 'repeat':
      return status === current ? message(status, 20, 'here') : null
    case 'same':
      return ['nothing', 'withdrawn', status].includes(current) ? null : message(status, 20, 'here')
    case 'superseded': {
      const then = { madeAt: new Date(Date.UTC(2026, 2, 2) + 8 * MINUTE) }
      return ['nothing', 'withdrawn'].includes(current) ? null : message(status, 20, 'old', then)
    }
    case 'withdrawn':
      return current === 'nothing' ? null : message(status, 20, current === 'withdrawn' ? 'here' : 'old')
  }
}

const cells = STATUSES.flatMap((status) =>
  CURRENT_REPORT_STATES.flatMap((current) =>
    CARRIED_CONTENTS.map((carried) => [status, current, carried] as const),
  ),
)

describe('the decision table', () => {
  test.each(cells)(
    '[MSG-01] gives %s if %s is current and the message carries %s',
    (status, current, carried) => {
      const decision = reportDecision(status, current, carried)
      const last = carrying(status, current, carried)
      if (!last) return
      const earlier = before(current, carried)
      const were = reportHistory(earlier).versions
      const { versions, waiting } = reportHistory([...earlier, last])
      const why = doubtIn(decision)
      expect(waiting).toEqual(why ? [{ key: last.key, why }] : [])
      const added = versions.slice(were.length)
      const old = versions.slice(0, were.length)
      if (decision === 'nothing' || why) expect(versions).toEqual(were)
      else if (decision === 'withdraw') {
        expect(versions).toHaveLength(were.length)
        expect(versions.some(canBeOpened)).toBe(false)
      } else {
        expect(added).toMatchObject([{ key: last.key, state: 'current' }])
        const content = decision === 'confirm' ? earlier.at(-1)?.parts : last.parts
        expect(added[0]?.parts).toEqual(content)
        expect(currentOf(versions)).toBe(added[0])
        const then: Partial<Record<ReportDecision, string>> = {
          ...{ file: 'withdrawn', replace: 'superseded', confirm: 'superseded', add: 'current' },
        }
        for (const one of old) expect(one.state).toBe(then[decision])
      }
    },
  )

  test('has only these impossible cells', () => {
    const impossible = cells.filter(
      ([status, current, carried]) => carrying(status, current, carried) === null,
    )
    for (const [status, current, carried] of impossible)
      expect(carried === 'nothing' || carried === 'new', `${status} ${current} ${carried}`).toBe(false)
  })

  test('ignores no message with content: it is applied, known, or waits', () => {
    for (const status of STATUSES)
      for (const current of CURRENT_REPORT_STATES) {
        const { new: fresh, older } = REPORT_DECISIONS[status][current]
        const takenBack = status === 'withdrawn' || status === 'cancelled'
        if (!takenBack) expect([fresh, older], `${status} ${current}`).not.toContain('nothing')
      }
  })
})

describe('a decision at the result desk', () => {
  test('accepts what waits, or files nothing if it refuses', () => {
    const final = message('final', 10, 'here')
    const late = message('preliminary', 20, 'other')
    const taken = { ...late, decided: { outcome: 'taken', as: 'amended' } as const }
    const { versions, waiting } = reportHistory([final, taken])
    expect(waiting).toEqual([])
    expect(versions.map(({ status, state }) => [status, state])).toEqual([
      ['final', 'superseded'],
      ['amended', 'current'],
    ])
    const refused = { ...late, decided: { outcome: 'refused', as: null } as const }
    expect(reportHistory([final, refused])).toEqual(reportHistory([final]))
  })
})

test('[MSG-08] of two reports made in the same second the one sent later is current, and of one second the one that came later', () => {
  const at = new Date(Date.UTC(2026, 2, 2))
  const sent = (minute: number) => ({ madeAt: at, sentAt: new Date(at.getTime() + minute * MINUTE) })
  const [first, second] = [message('corrected', 0, 'one', sent(1)), message('corrected', 0, 'two', sent(2))]
  for (const filed of [
    [first, second],
    [second, first],
  ])
    expect(currentOf(reportHistory(filed).versions)?.key).toBe(second.key)
  const [third, fourth] = [
    message('corrected', 0, 'three', sent(3)),
    message('corrected', 0, 'four', sent(3)),
  ]
  expect(currentOf(reportHistory([third, fourth]).versions)?.key).toBe(fourth.key)
  expect(currentOf(reportHistory([fourth, third]).versions)?.key).toBe(third.key)
})

test.each([
  ['withdrawn', 'final', 'after-withdrawal'],
  ['superseded', 'preliminary', 'replaced-before'],
] as const)(
  '[RPT-02] a content that was %s does not come back as the final of a preliminary report',
  (was, status, why) => {
    const first = message(status, 10, 'old')
    const taken = was === 'withdrawn' ? [message('withdrawn', 11, null)] : []
    const preliminary = message('preliminary', 12, 'new')
    const again = message('final', 20, 'old', { madeAt: first.madeAt })
    const { versions, waiting } = reportHistory([first, ...taken, preliminary, again])
    expect(waiting).toEqual([{ key: again.key, why }])
    expect(currentOf(versions)?.key).toBe(preliminary.key)
  },
)

test('[RPT-02] a withdrawn content waits when it is sent again, whatever is current meanwhile', () => {
  for (const status of ['final', 'preliminary', 'corrected', 'addended'] as const) {
    const newer = message('final', 12, 'new')
    const again = message(status, 20, 'old')
    const { versions, waiting } = reportHistory([
      ...[message('final', 10, 'old'), message('withdrawn', 11, null), newer, again],
    ])
    expect(waiting, status).toEqual([{ key: again.key, why: 'after-withdrawal' }])
    expect(currentOf(versions)?.key).toBe(newer.key)
  }
})
