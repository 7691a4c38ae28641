import { randomUUID } from 'node:crypto'
import type { Example, ExampleIds } from './example.ts'
import { FIRST_FAMILY } from './families.ts'

const path = ({ hospital, order }: ExampleIds) => `/api/Orders/${hospital}/${order}/family`

/** One request for each route of an order's family. */
export const orderFamilyExamples: Record<string, Example> = {
  'orderFamily.get': { needs: ['ViewOrder'], path, answer: 200 },
  'orderFamily.begin': {
    needs: ['CreateOrder'],
    path,
    body: { familyKey: randomUUID(), name: 'Okafor' },
    answer: 201,
  },
  'orderFamily.join': {
    needs: ['CreateOrder'],
    path,
    body: { familyId: FIRST_FAMILY, people: [{ patientKey: 'nobody', member: 'p1' }] },
    answer: 422,
  },
  'orderFamily.leave': { needs: ['CreateOrder'], path, answer: 200 },
}
