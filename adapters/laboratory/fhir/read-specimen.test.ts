import { beforeAll, describe, expect, test } from 'vitest'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { SYSTEMS } from './systems.ts'
import { bundle, numbered, pdf, report, specimen, task } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

/** What a Bundle of these resources is read as. */
const read = (...resources: Parameters<typeof bundle> extends [string, ...infer R] ? R : never) =>
  fhirCodec.read(JSON.stringify(bundle('B1', ...resources)))

function updatesOf(...resources: Parameters<typeof read>) {
  const message = read(...resources)
  if (message.kind !== 'news') throw new Error(JSON.stringify(message))
  return message.updates
}

describe('a Specimen', () => {
  test('alone reports that it arrived, or can’t be used', () => {
    const [come] = updatesOf(
      specimen(4711, 's1', { receivedTime: '2026-03-12T08:00:00Z', accessionIdentifier: { value: '26-1' } }),
    )
    const arrivedAt = new Date('2026-03-12T08:00:00Z')
    expect(come).toMatchObject({
      ...{ orderId: 4711, laboratoryNumber: '26-1', state: 'accessioned', at: arrivedAt },
      specimens: [{ orderId: 4711, key: 's1', arrivedAt, rejected: null }],
    })
    const condition = [{ coding: [{ system: SYSTEMS.rejection, code: 'RH' }] }]
    expect(updatesOf(specimen(4711, 's1-r1', { status: 'unsatisfactory', condition }))[0]).toMatchObject({
      state: null,
      specimens: [
        {
          orderId: 4711,
          key: 's1-r1',
          arrivedAt: null,
          rejected: { code: 'RH', words: 'The specimen is hemolyzed' },
        },
      ],
    })
  })

  test('beside its order’s Task is reported with it', () => {
    const update = updatesOf(
      task(4711, 'accepted', { identifier: [numbered('26-1')] }),
      specimen(4711, 's1', { receivedTime: '2026-03-12T08:00:00Z' }),
      specimen(4712, 's1'),
    )
    expect(update.map(({ orderId, specimens }) => [orderId, specimens.map(({ key }) => key)])).toEqual([
      [4711, ['s1']],
      [4712, ['s1']],
    ])
  })

  test('that was entered in error says nothing, alone or beside its order’s Task', () => {
    const retracted = specimen(4711, 's1', {
      ...{ status: 'entered-in-error', receivedTime: '2026-03-12T08:00:00Z' },
      ...{ accessionIdentifier: { value: '26-1' }, condition: [{ text: 'Clotted' }] },
    })
    expect(updatesOf(retracted)).toMatchObject([
      { orderId: 4711, laboratoryNumber: null, state: null, specimens: [] },
    ])
    const accepted = task(4711, 'accepted', { identifier: [numbered('26-2')] })
    expect(updatesOf(accepted, retracted)).toMatchObject([{ laboratoryNumber: '26-2', specimens: [] }])
    const other = specimen(4711, 's2', { receivedTime: '2026-03-12T08:00:00Z' })
    const [beside] = updatesOf(accepted, retracted, other)
    expect(beside?.specimens.map(({ key }) => key)).toEqual(['s2'])
  })

  test('that was entered in error does not tell whose report it is', () => {
    const made = (status: 'available' | 'entered-in-error') =>
      updatesOf(
        report(4711, 'final', {
          contained: [
            { ...specimen(4711, 's2', { status, accessionIdentifier: { value: '26-2' } }), id: 'a' },
          ],
          specimen: [{ reference: '#a' }],
          presentedForm: [pdf()],
        }),
      )[0]
    expect(made('available')).toMatchObject({ reportSpecimens: [{ key: 's2' }], accessions: ['26-2'] })
    expect(made('entered-in-error')?.reportSpecimens).toBeUndefined()
    expect(made('entered-in-error')?.accessions).toBeUndefined()
  })

  test('with another system’s number is not an update', () => {
    const other = { ...specimen(4711, 's1'), identifier: [{ system: 'urn:other', value: '4711-s1' }] }
    expect(read(other)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('no DiagnosticReport'),
    })
  })
})
