import type { OperationOutcomeIssue } from 'fhir/r4.js'
import { beforeAll, expect, test } from 'vitest'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { bundle, report, specimen, task } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

function issuesOf(sent: object): OperationOutcomeIssue[] {
  const message = fhirCodec.read(JSON.stringify(sent))
  if (message.kind !== 'refused') throw new Error('it was taken')
  return JSON.parse(fhirCodec.writeAcknowledgement(message, message.code, message.reason)).issue
}

test('[MSG-12] of many resources with one fault the fault alone is told', () => {
  // For each reference by UUID, the validator warns that it can't determine the type.
  const subject = { reference: 'urn:uuid:3f9c8a52-6d1e-4c55-9b6e-0d3a1f2b4c5d' }
  const many = Array.from({ length: 14 }, (_, n) => specimen(4700 + n, 's1', { subject }))
  const { status: _none, ...invalid } = report(4711, 'final')
  const sent = bundle('B', ...many, invalid as never)
  expect(issuesOf(sent).map(({ severity, expression }) => [severity, expression?.[0]])).toEqual([
    ['error', 'Bundle.entry[14].resource.status'],
  ])
  expect(fhirCodec.read(JSON.stringify(sent))).toMatchObject({
    reason: expect.stringMatching(/^Bundle\.entry\[14\]/),
  })
})

test('[MSG-12] what is only advised against is taken', () => {
  const narrated = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"> </div>' }
  for (const more of [{}, { text: narrated }])
    expect(
      fhirCodec.read(JSON.stringify(bundle('B', { ...task(4711, 'accepted'), ...more } as never))),
    ).toMatchObject({
      kind: 'news',
    })
})
