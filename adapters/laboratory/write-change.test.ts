import { expect, test } from 'vitest'
import type { Sample } from '#domain/orders/document.ts'
import { fhirCodec } from './fhir/codec.ts'
import type { LaboratoryChange } from './port.ts'
import { codec } from './testing/messages.ts'
import { sampleChange } from './testing/order.ts'
import { answersTo, fieldsOf, named } from './testing/segments.ts'

const written = (change: Partial<LaboratoryChange>) =>
  fieldsOf(codec.writeChange({ ...sampleChange(), ...change }))

test('an answer repeats the hold’s code and number, and carries its text and documents', () => {
  const segments = written({
    answer: {
      hold: { kind: 'consent', key: 'H-17' },
      text: 'Signed by both parents\nsee the form | page 2',
      documents: [
        { filename: 'consent & more.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1') },
        { filename: 'page.png', mediaType: 'image/png', content: Buffer.from('PNG') },
      ],
    },
  })
  expect(segments.map(([name]) => name)).toEqual(['MSH', 'PID', 'ORC', 'OBR', 'NTE', 'OBX', 'OBX'])
  expect(segments[0]?.slice(9, 11)).toEqual(['OML^O21^OML_O21', 'XO4711-1'])
  const [orc] = named(segments, 'ORC')
  expect([orc?.[1], orc?.[2], orc?.[3], orc?.[9], orc?.[16]]).toEqual([
    ...['XO', '4711^KARYO', '26-1^LIS', '20260314090000+0000', 'CONSENT^^L^H-17'],
  ])
  expect(orc?.[10]).toBe('1234567893^Oduya^Maren^^^^^^NPI^L^^^NPI')
  expect(named(segments, 'OBR')[0]?.slice(1, 5)).toEqual([
    ...['1', '4711^KARYO', '26-1^LIS', 'WES01^Exome, whole^L^1300^Exome, whole^99DISPLAY'],
  ])
  expect(named(segments, 'NTE')[0]?.[3]).toBe('Signed by both parents\\.br\\see the form \\F\\ page 2')
  expect(named(segments, 'OBX').map((obx) => obx.slice(2, 6))).toEqual([
    ['ED', 'DOCUMENT^consent \\T\\ more.pdf^L', '1', `^application^pdf^Base64^${btoa('%PDF-1')}`],
    ['ED', 'DOCUMENT^page.png^L', '2', `^image^png^Base64^${btoa('PNG')}`],
  ])
})

test('a hold without a number is identified by its code, and an order without a laboratory number by ours', () => {
  const segments = written({
    laboratoryNumber: null,
    answer: { hold: { kind: 'missing-information', key: 'MISSING-INFO' }, text: '', documents: [] },
  })
  expect(segments.map(([name]) => name)).toEqual(['MSH', 'PID', 'ORC', 'OBR'])
  expect([named(segments, 'ORC')[0]?.[3], named(segments, 'ORC')[0]?.[16]]).toEqual(['', 'MISSING-INFO^^L'])
})

test('a recollected specimen has its own number, date, person and shipment', () => {
  const segments = written({
    specimen: {
      ...{ key: 's2-r1', type: 'Buccal Swab', dateOfCollection: '2026-03-13', patientKey: 'relative-1' },
      shipment: { carrier: 'Fedex', trackingNumber: '123456789012' },
    },
  })
  expect(segments.map(([name]) => name)).toEqual(['MSH', 'PID', 'ORC', 'OBR', 'SPM', 'OBX', 'OBX'])
  const [spm] = named(segments, 'SPM')
  expect([spm?.[2], spm?.[4], spm?.[14], spm?.[17]]).toEqual([
    ...[
      '4711-s2-r1',
      'Buccal Swab^Buccal Swab^L^733104004^Buccal swab^SCT',
      'Mother: Mai Nguyễn',
      '20260313',
    ],
  ])
  expect(answersTo(segments, 'SPECIMEN-OF')).toEqual([['', '4711-relative-1']])
  expect(answersTo(segments, 'SHIPMENT')).toEqual([['', 'Fedex 123456789012']])
  expect(named(segments, 'ORC')[0]?.[16]).toBe('')
})

test('a recollected specimen of the same type repeats its tissue, tube, approach, site and role, and not how it was taken', () => {
  const change = sampleChange()
  const [before] = change.document.samples
  if (!before) throw new Error('the order has no specimen')
  const details: Partial<Sample> = {
    ...{ specimenType: 'Blood' as const, tissue: 'Villi' as const, approach: 'TA' as const },
    ...{ state: 'Direct' as const, role: 'Proband' as const, additive: 'EDTK' as const, site: 'Arm' },
    ...{ side: 'L' as const, tubes: '2', collector: 'R. Quill', amount: '3' },
  }
  const document = { ...change.document, samples: [{ ...before, ...details, key: 's1' }] }
  const again = (type: string) => ({
    ...{ document, answer: null },
    specimen: { key: 's1-r1', type, dateOfCollection: '2026-03-13', patientKey: 'proband', shipment: null },
  })
  const [same] = named(written(again('Blood')), 'SPM')
  expect([5, 6, 7, 8, 9, 11, 12, 26].map((field) => same?.[field]?.split('^')[0] ?? '')).toEqual([
    ...['Villi', 'EDTK', 'TA', '', 'L', 'P', '', ''],
  ])
  expect(same?.[5]).toContain('~DIRECT^')
  expect(same?.[8]).toBe('^Arm')
  const [other] = named(written(again('Saliva')), 'SPM')
  expect(other?.slice(5, 12)).toEqual(['', '', '', '', '', '', 'P^Proband^HL70369'])
  const { entry } = JSON.parse(fhirCodec.writeChange({ ...change, ...again('Blood') }))
  const taken = entry.find(
    (one: { resource: { resourceType: string } }) => one.resource.resourceType === 'Specimen',
  )
  expect(taken.resource).toMatchObject({
    container: [{ additiveCodeableConcept: { coding: [{ code: 'EDTK' }] } }],
    collection: { bodySite: { text: 'Arm, left' }, method: { text: 'Transabdominal' } },
    processing: [{ description: 'Direct' }],
    note: [{ text: 'Tissue: Chorionic villi' }, { text: 'Role: Proband' }],
  })
  expect(JSON.stringify(taken)).not.toContain('R. Quill')
})
