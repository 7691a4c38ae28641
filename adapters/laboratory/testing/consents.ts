import type { ConsentItem, ConsentOfPerson } from '#domain/consent/ledger.ts'
import { blankRecord } from '#domain/consent/record.ts'
import type { WithdrawnConsent } from '../port.ts'

const item = (id: string, more: Partial<ConsentItem> = {}): ConsentItem => ({
  ...{ id, title: `Title of ${id}`, text: `Words of ${id}`, version: '2', language: 'en', list: '' },
  ...{ isTesting: false, answer: true, withdrawn: null },
  ...more,
})

/** The consent of the sample order's patient: the mother signed. Each call returns its own copy. */
export function sampleConsent(more: Partial<ConsentOfPerson> = {}): ConsentOfPerson {
  return {
    ...{ person: 'proband', name: 'Linh Nguyễn', attested: null },
    record: {
      ...blankRecord('proband'),
      ...{ signer: 'parent', signerName: 'Mai Nguyễn', relation: 'mother', signedOn: '2026-03-10' },
      ...{ method: 'paper' },
    },
    confirmed: { by: 'Maren Oduya', at: '2026-03-11T15:00:00Z' },
    retention: { state: 'New York', days: 60, destroyBy: '2026-05-10' },
    items: [
      item('testing', { isTesting: true }),
      item('secondary-findings', { list: 'ACMG SF v3.3' }),
      item('research', { answer: false, text: null, version: '', language: '' }),
    ],
    ...more,
  }
}

/** All that the patient had agreed to, withdrawn on 14 March. */
export function sampleWithdrawal(): WithdrawnConsent {
  const withdrawn = {
    on: '2026-03-14',
    reason: 'Changed mind',
    by: 'Maren Oduya',
    at: '2026-03-14T09:00:00Z',
  }
  const consent = sampleConsent()
  const items = consent.items.map((one) => (one.answer ? { ...one, withdrawn } : one))
  return {
    consent: { ...consent, items },
    ...{ items: ['testing', 'secondary-findings'], on: '2026-03-14', reason: 'Changed mind' },
    hold: { key: 'WITHDRAWN-1', words: 'Testing is stopped' },
  }
}
