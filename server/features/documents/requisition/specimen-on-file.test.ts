import { expect, test } from 'vitest'
import { type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import type { SpecimenOf } from '#domain/orders/rule-context.ts'
import { readyOrder } from '../../../testing/world.ts'
import { requisitionOf } from './content.ts'

const NOW = new Date('2026-03-13T10:00:00Z')
const [sample] = readyOrder().samples
if (!sample) throw new Error('an order has a specimen')

/** The lines about the order, and what is on the labels. */
function printed(document: OrderDocument, specimenOf: SpecimenOf | null) {
  const row = {
    ...{ id: 500123, document, consents_asked: null, consents_confirmed: null, submitted_at: NOW },
    ...{ submitted_by_name: 'Ada Okafor', accession_number: null, assign_new_lab_number: false },
    signature: null,
  }
  const { order, labels } = requisitionOf(row, {
    laboratory: { name: 'Larkfield Genetics', address: ['1200 Larkfield Way'], phone: '(312) 555-0142' },
    ...{ institutionName: 'Harbor & Vale Clinic', institutionAddress: '1 Quay St', institutionPhone: '' },
    ...{ vaStation: '', consents: [], withdrawals: [], additions: [], recollections: [] },
    ...{ questionnaires: [], tests: [], now: NOW, specimenOf },
  })
  return { line: new Map(order).get('Specimen at the laboratory'), labels: labels.map(({ code }) => code) }
}

test('[REQN-01] the requisition of an added test names the specimen that the laboratory has, without a label for it', () => {
  const document = readyOrder()
  const [{ firstName, lastName, dateOfBirth } = { firstName: '', lastName: '', dateOfBirth: '' }] =
    document.patients
  const specimenOf: SpecimenOf = {
    ...{ key: PROBAND, firstName, lastName, dateOfBirth },
    sample: { ...sample, key: 's1-r1', dateOfCollection: '2026-03-02', timeOfCollection: '14:05' },
  }
  for (const kind of ['add-on', 'reflex', 'reanalysis'] as const) {
    const addOn = { orderId: 4711, sampleId: 4, labNumber: '26-104417', kind }
    expect(printed({ ...document, addOn, samples: [] }, specimenOf)).toEqual({
      ...{ line: '4711-s1-r1, Blood, collected 2 Mar 2026 14:05', labels: [] },
    })
  }
  expect(printed(document, null)).toEqual({ line: undefined, labels: ['500123-s1'] })
})
