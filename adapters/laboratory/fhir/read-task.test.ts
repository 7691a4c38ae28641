import type { DiagnosticReport, FhirResource, Task } from 'fhir/r4.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { SYSTEMS } from './systems.ts'
import { bundle, numbered, ofOrder, pdf, report, task } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const read = (...resources: FhirResource[]) => fhirCodec.read(JSON.stringify(bundle('B', ...resources)))
const statesOf = (...resources: FhirResource[]) => {
  const message = read(...resources)
  return message.kind === 'news' ? message.updates.map(({ state }) => state) : message
}
const agreed = (code: string) => ({ coding: [{ system: SYSTEMS.task, code }] })

/** A report's recommended action, as in the examples of the genomics reporting guide. */
const RECOMMENDED: Task = {
  resourceType: 'Task',
  id: 'counseling',
  status: 'requested',
  intent: 'proposal',
  code: {
    coding: [{ system: 'http://loinc.org', code: 'LA14020-4', display: 'Genetic counseling recommended' }],
  },
  description: 'Counsel the parents about recurrence.',
}

const final = report(4711, 'final', { presentedForm: [pdf()], identifier: [numbered('26-1')] })

describe('[MSG-05] an order is moved by its own Task alone', () => {
  test.each<[string, Partial<Task>]>([
    ['with the agreed code', { code: agreed('fulfill') }],
    ['without a code, as the order’s own', {}],
    ['owned by the laboratory', { code: agreed('fulfill'), owner: { reference: 'Organization/larkfield' } }],
    ['owned by an organization that is only named', { owner: { display: 'Larkfield Genetics' } }],
  ])('%s', (_name, more) => expect(statesOf(task(4711, 'cancelled', more))).toEqual(['cancelled']))

  test.each<[string, Partial<Task>]>([
    ['of the intent proposal', { intent: 'proposal' }],
    ['of the intent plan with the agreed code', { intent: 'plan', code: agreed('fulfill') }],
    ['of another code', { code: RECOMMENDED.code ?? {} }],
    ['of another action', { code: agreed('nullify') }],
    ['with a code in words only', { code: { text: 'fulfill' } }],
    ['owned by a clinician', { code: agreed('fulfill'), owner: { reference: 'Practitioner/7' } }],
    ['owned by the patient', { owner: { type: 'Patient', display: 'Linh' } }],
    ['owned by the clinic', { owner: { identifier: { system: SYSTEMS.institution, value: 'HRB' } } }],
  ])('ignores a Task %s', (_name, more) => {
    for (const status of ['cancelled', 'rejected', 'failed', 'completed', 'accepted', 'on-hold'] as const) {
      // Alone it belongs to nothing; beside a report it is kept with that.
      expect(read(task(4711, status, more)), status).toMatchObject({ kind: 'refused', code: 'AE' })
      const bothRead = read(final, task(4711, status, more))
      expect(bothRead, status).toMatchObject({
        updates: [
          { state: 'reported', report: { parts: [{ kind: 'document' }, { label: 'Recommended' }] } },
          { orderId: 4711, state: null, hold: null, release: null },
        ],
      })
    }
  })

  test('does not move for a Task that only refers to it', () => {
    const about: Partial<Task> = { focus: { identifier: ofOrder(4711) } }
    const { groupIdentifier: _none, ...sent } = task(4711, 'cancelled', about)
    expect(statesOf(final, sent)).toEqual(['reported', null])
  })
})

describe('[MSG-05] a Task of the laboratory for one test', () => {
  const ofTest = (code: string) => ({ identifier: { system: SYSTEMS.test, value: `4711-${code}` } })
  const own = (more: Partial<Task>): Task => ({
    ...{ resourceType: 'Task', status: 'cancelled', intent: 'order', code: agreed('fulfill') },
    ...more,
  })
  const readTask = (more: Partial<Task>) => {
    const message = read(own(more))
    const [update] = message.kind === 'news' ? message.updates : []
    return [update?.orderId, update?.testCode, update?.state, update?.isOfTest ?? false]
  }

  test.each<[string, Partial<Task>]>([
    ['by basedOn', { basedOn: [ofTest('WES1')] }],
    ['by focus', { focus: ofTest('WES1'), status: 'rejected' }],
    ['by an identifier', { identifier: [ofTest('WES1').identifier, numbered('26-1')], status: 'failed' }],
  ])('named %s cancels that test', (_, more) => {
    expect(readTask(more)).toEqual([4711, 'WES1', 'cancelled', true])
  })

  test.each<[string, Partial<Task>, string]>([
    ['of two tests', { basedOn: [ofTest('WES1'), ofTest('CYS4')] }, ''],
    ['with the order’s number', { basedOn: [ofTest('WES1')], groupIdentifier: ofOrder(4711) }, 'WES1'],
    [
      'with the number of our message',
      { focus: ofTest('WES1'), identifier: [{ system: SYSTEMS.message, value: 'NW4711' }] },
      'WES1',
    ],
  ])('%s cancels the order', (_, more, testCode) => {
    expect(readTask(more)).toEqual([4711, testCode, 'cancelled', false])
  })

  test('that goes on moves the order', () => {
    expect(readTask({ basedOn: [ofTest('WES1')], status: 'in-progress' })).toEqual([
      ...[4711, 'WES1', 'in-process', false],
    ])
  })
})

describe('[MSG-05] a report is taken', () => {
  test('with the action that it recommends', () => {
    for (const status of ['requested', 'cancelled'] as const) {
      expect(statesOf(final, { ...RECOMMENDED, status })).toContain('reported')
      expect(statesOf({ ...RECOMMENDED, status }, final)).not.toContain('cancelled')
    }
    expect(read(final, RECOMMENDED)).toMatchObject({
      updates: [
        {
          report: {
            parts: [
              { kind: 'document' },
              {
                label: 'Recommended',
                lines: [expect.stringMatching(/counseling recommended.*Counsel the parents/)],
              },
            ],
          },
        },
      ],
    })
  })

  test('with an earlier report beside it', () => {
    const { basedOn: _none, ...earlier }: DiagnosticReport = { ...final, status: 'final', identifier: [] }
    const message = read(final, { ...earlier, effectiveDateTime: '2021-05-01', conclusion: 'VUS' })
    const heading = expect.stringMatching(/^Another report/)
    expect(message).toMatchObject({
      updates: [
        {
          state: 'reported',
          report: {
            parts: [
              { kind: 'document', label: '' },
              { kind: 'lines', label: heading, lines: ['2021-05-01'] },
              { kind: 'document', label: heading },
              { kind: 'lines', label: heading, lines: ['VUS'] },
            ],
          },
        },
      ],
    })
  })

  test('but not beside another person’s report that names no order', () => {
    const other: FhirResource = { resourceType: 'Patient', id: 'o', name: [{ family: 'Else' }] }
    const { basedOn: _none, ...misplaced } = report(4711, 'final', { subject: { reference: 'Patient/o' } })
    expect(read(final, misplaced, other)).toMatchObject({
      kind: 'refused',
      issues: [{ expression: ['Bundle.entry[1].resource'] }],
    })
  })

  test('but not if nothing names an order', () => {
    expect(read(RECOMMENDED)).toMatchObject({ kind: 'refused' })
  })
})

test.each<[string, object, string | undefined]>([
  ['a day', { valueDate: '2026-03-20' }, '2026-03-20'],
  ['an instant, by the laboratory’s day', { valueDateTime: '2026-03-26T02:30:00Z' }, '2026-03-25'],
])('reads the day on which the laboratory expects its report: %s', (_what, value, expected) => {
  const message = read(task(4711, 'in-progress', { extension: [{ url: SYSTEMS.expectedReport, ...value }] }))
  expect(message.kind === 'news' ? message.updates[0]?.expectedOn : message).toBe(expected)
})
