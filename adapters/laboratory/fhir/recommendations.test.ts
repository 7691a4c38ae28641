import { beforeAll, expect, test } from 'vitest'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { SYSTEMS } from './systems.ts'
import { bundle, report } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

test('[MSG-02] takes a recommendation back by itself, with its text or emptied, and leaves the others their places', () => {
  const code = { coding: [{ system: SYSTEMS.part, code: 'TREATMENT' }], text: 'Diet' }
  const observation = { resourceType: 'Observation' as const, status: 'final' as const, code }
  const gone = { ...observation, status: 'cancelled' as const }
  const read = (contained: (typeof observation | typeof gone)[]) => {
    const result = contained.map((_, index) => ({ reference: `#t${index}` }))
    const named = contained.map((one, index) => ({ ...one, id: `t${index}` }))
    const sent = bundle('B1', report(4711, 'final', { contained: named, result }))
    const message = fhirCodec.read(JSON.stringify(sent))
    if (message.kind !== 'news') throw new Error(JSON.stringify(message))
    return message.updates[0]?.treatments
  }
  const kept = { ...observation, valueString: 'Kept' }
  const expected = [
    { key: 'WES1/1', title: 'Diet', text: '' },
    { key: 'WES1/2', title: 'Diet', text: 'Kept' },
  ]
  expect(read([{ ...gone, valueString: 'Not this' } as typeof gone, kept])).toEqual(expected)
  expect(read([gone, kept])).toEqual(expected)
  const identifier = [{ value: 'A' }]
  expect(read([{ ...kept, identifier } as typeof kept, { ...gone, identifier } as typeof gone])).toEqual([
    { key: 'WES1/A', title: 'Diet', text: 'Kept' },
  ])
})
