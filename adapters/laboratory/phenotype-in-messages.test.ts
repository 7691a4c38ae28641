import type { Bundle, Observation } from 'fhir/r4.js'
import { expect, test } from 'vitest'
import type { Feature } from '#domain/orders/phenotype.ts'
import { fhirCodec } from './fhir/codec.ts'
import { codec } from './testing/messages.ts'
import { sampleOrder } from './testing/order.ts'
import { fieldsOf, named } from './testing/segments.ts'

const feature = (termId: string, label: string, more: Partial<Feature>): Feature => ({
  ...{ patient: 'proband', termId, label, release: '2026-01-08', status: 'present' },
  ...more,
})
const FEATURES = [
  feature('HP:0001250', 'Seizure', {
    onset: { kind: 'age', value: 'P2D' },
    severity: 'HP:0012828',
    note: 'febrile',
  }),
  feature('HP:0000175', 'Cleft palate', { status: 'absent' }),
  feature('HP:0001252', 'Hypotonia', { onset: { kind: 'class', value: 'HP:0003577' } }),
  feature('HP:0002119', 'Ventriculomegaly', {
    status: 'uncertain',
    onset: { kind: 'gestation', value: '21+4' },
  }),
]
const order = sampleOrder()
const withFindings = { ...order, document: { ...order.document, phenotype: FEATURES } }

test('[HPO-01] HL7 sends each finding with its onset, severity and note, present, absent or uncertain', () => {
  const segments = fieldsOf(codec.writeOrder(withFindings))
  const answers = named(segments, 'OBX')
    .filter((obx) => /^(HP:|PHENOTYPE-)/.test(obx[3] ?? ''))
    .map((obx) => [obx[3]?.split('^')[0], obx[4], obx[5]])
  const number = '4711-proband'
  // HL7 repeats the answers below each test of the order.
  const ofOneTest = answers.slice(0, answers.length / named(segments, 'OBR').length)
  expect(ofOneTest).toEqual([
    ['HP:0001250', number, 'LA9633-4^Present^LN'],
    ['PHENOTYPE-ONSET', number, 'P2D'],
    ['PHENOTYPE-SEVERITY', number, 'HP:0012828^Severe^HPO'],
    ['PHENOTYPE-NOTE', number, 'febrile'],
    ['HP:0000175', number, 'LA9634-2^Absent^LN'],
    ['HP:0001252', number, 'LA9633-4^Present^LN'],
    ['PHENOTYPE-ONSET', number, 'HP:0003577^Congenital onset^HPO'],
    ['HP:0002119', number, 'U^Uncertain^L'],
    ['PHENOTYPE-ONSET-GESTATION', number, '21+4'],
  ])
})

test('[HPO-01] FHIR sends each finding as an Observation with onset and severity as components', () => {
  const bundle = JSON.parse(fhirCodec.writeOrder(withFindings)) as Bundle
  const observations = (bundle.entry ?? [])
    .map(({ resource }) => resource)
    .filter((one): one is Observation => one?.resourceType === 'Observation')
    .filter(({ code }) => FEATURES.some(({ termId }) => termId === code.coding?.[0]?.code))
  expect(observations.map(({ valueCodeableConcept }) => valueCodeableConcept?.coding?.[0]?.code)).toEqual([
    ...['LA9633-4', 'LA9634-2', 'LA9633-4', undefined],
  ])
  const [seizure, palate, hypotonia, ventricles] = observations
  expect(seizure?.component).toMatchObject([
    { valueQuantity: { value: 2, code: 'd' } },
    { valueCodeableConcept: { coding: [{ code: 'HP:0012828' }] } },
  ])
  expect(seizure?.note).toEqual([{ text: 'febrile' }])
  expect(palate).not.toHaveProperty('component')
  expect(hypotonia?.component).toMatchObject([
    { valueCodeableConcept: { coding: [{ code: 'HP:0003577', display: 'Congenital onset' }] } },
  ])
  expect(ventricles?.component).toMatchObject([{ valueString: '21+4' }])
})
