import type { DiagnosticReport, Observation } from 'fhir/r4.js'
import { beforeAll, expect, test } from 'vitest'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { bundle, pdf, report } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

/** The update of a report with a PDF and these Observations, each with its status and perhaps a value. */
function updateOf(status: DiagnosticReport['status'], ...results: Partial<Observation>[]) {
  const observations = results.map((one, index): Observation => {
    const code = { text: `Result ${index}` }
    return { resourceType: 'Observation', id: `${index}`, status: 'final', code, ...one }
  })
  const result = observations.map(({ id }) => ({ reference: `Observation/${id}` }))
  const sent = bundle('B', report(4711, status, { result, presentedForm: [pdf()] }), ...observations)
  const message = fhirCodec.read(JSON.stringify(sent))
  if (message.kind !== 'news') throw new Error(JSON.stringify(message))
  return message.updates[0]
}

const P = 'preliminary'
test.each([
  ['final', ['final', 'final'], 'reported', 'final'],
  ['final', ['amended', 'corrected', 'cancelled', 'entered-in-error'], 'reported', 'final'],
  ['final', [P, P], 'in-process', 'preliminary'],
  ['final', [P, 'final'], 'in-process', 'partial'],
  ['final', [P, 'entered-in-error'], 'in-process', 'preliminary'],
  ['final', ['unknown', 'final', P], null, 'unclear'],
  ['final', ['registered'], null, 'unclear'],
  ['amended', [P], 'in-process', 'preliminary'],
  ['corrected', ['final'], 'reported', 'corrected'],
  ['appended', [P, 'final'], 'in-process', 'partial'],
  ['partial', [P], 'in-process', 'partial'],
  ['preliminary', ['unknown'], 'in-process', 'preliminary'],
  ['cancelled', [P], 'cancelled', 'cancelled'],
  ['entered-in-error', [P], null, 'withdrawn'],
] as const)(
  'a report that is %s with results that are %j is no further than they are',
  (status, results, state, is) => {
    const values = results.map((one) => ({ status: one, valueString: 'Found' }))
    expect(updateOf(status, ...values)).toMatchObject({ state, report: { status: is } })
  },
)

test('a report is as final as it says beside a result that is only announced', () => {
  for (const others of [[], [{ valueString: 'Two' }]])
    expect(updateOf('final', { status: 'registered' }, ...others)).toMatchObject({
      ...{ state: 'reported', report: { status: 'final' } },
    })
})

test('a person at the laboratory sees the results’ statuses where they decide', () => {
  const found = { valueString: 'Found' }
  expect(updateOf('final', { status: P, ...found }, found)).toMatchObject({
    report: { read: { report: 'final', results: [P, 'final'] } },
  })
  expect(updateOf('final', found)).toMatchObject({ report: { read: { report: 'final', results: [] } } })
})
