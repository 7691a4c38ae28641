import { randomUUID } from 'node:crypto'
import type { familyCascadeRoutes } from '#contract/family-cascade.ts'
import type { CallOf } from '#contract/route.ts'
import type { Example, ExampleIds } from './example.ts'
import { family } from './families.ts'
import { indexOfHospital } from './orders.ts'

/** The first finding of a database belongs to the parent's family (seeded-portal.ts makes one at each institution). */
const FIRST_FINDING = 700_001
const finding = (rest: string) => (ids: ExampleIds) =>
  family(`/findings/${FIRST_FINDING + indexOfHospital(ids.hospital)}${rest}`)(ids)

const codes =
  (rest = '') =>
  ({ hospital }: ExampleIds) =>
    `/api/FamilyCodes/${hospital}${rest}`

/** Typed: what another laboratory found in the example family's proband. */
export const FINDING_REQUEST: Omit<CallOf<typeof familyCascadeRoutes.addFinding>['body'], 'findingKey'> = {
  member: 'p1',
  report: null,
  variants: [
    {
      ...{ kind: 'sequence', gene: 'BRCA2', hgncId: 'HGNC:1101', transcript: 'NM_000059.4' },
      ...{ cdna: 'c.5946del', protein: 'p.(Ser1982fs)', genomic: '', asWritten: '' },
    },
  ],
  variantClass: 'Pathogenic',
  laboratory: 'Quay Genetics',
  reportedOn: '2026-10-01',
  inheritance: 'autosomal dominant',
  isAdultOnset: true,
  condition: 'Breast and ovarian cancer',
  agreed: { on: '2026-10-05', words: 'At the visit' },
}

export const familyCascadeExamples: Record<string, Example> = {
  'familyCascade.get': { needs: ['ViewOrder'], path: family('/cascade'), answer: 200 },
  'familyCascade.reported': {
    needs: ['CreateOrder'],
    path: (ids) => `${family('/reported-variants')(ids)}?orderId=${ids.order}`,
    answer: 200,
  },
  'familyCascade.addFinding': {
    needs: ['CreateOrder'],
    path: family('/findings'),
    body: { ...FINDING_REQUEST, findingKey: randomUUID() },
    answer: 201,
  },
  'familyCascade.changeClass': {
    needs: ['CreateOrder'],
    path: finding('/class'),
    body: { variantClass: 'Pathogenic', on: '2026-10-06' },
    answer: 200,
  },
  'familyCascade.record': {
    needs: ['CreateOrder'],
    path: finding('/steps'),
    // The person in whom it was found has no step.
    body: { member: 'p1', kind: 'told', on: '2026-10-06', way: 'visit' },
    answer: 422,
  },
  'familyCascade.agree': {
    needs: ['CreateOrder'],
    path: family('/consents'),
    body: { member: 'p1', shows: 'result', on: '2026-10-06', words: 'At the visit' },
    answer: 200,
  },
  'familyCascade.letter': {
    needs: ['CreateOrder'],
    path: finding('/letters'),
    // The person in whom it was found gets none.
    body: {
      member: 'p1',
      language: 'es',
      names: { name: false, relation: false, illness: false },
      isPreview: true,
    },
    answer: 422,
  },
  'familyCodes.list': { needs: ['CreateOrder'], path: codes(), answer: 200 },
  'familyCodes.redeem': {
    needs: ['CreateOrder'],
    path: codes(),
    body: { code: '0000-0000-0000-0', isBrought: true, tells: 'nothing' },
    answer: 404,
  },
  'familyCodes.tell': {
    needs: ['CreateOrder'],
    path: codes('/1/tells'),
    body: { tells: 'nothing' },
    answer: 404,
  },
  'familyCodes.order': {
    needs: ['CreateOrder'],
    path: codes('/1/order'),
    body: { draftKey: randomUUID(), testCode: 'KNO9' },
    answer: 404,
  },
}
