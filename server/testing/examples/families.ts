import { randomUUID } from 'node:crypto'
import type { familiesRoutes } from '#contract/families.ts'
import type { CallOf } from '#contract/route.ts'
import { blankFamily, blankMember } from '#domain/family/document.ts'
import type { Example, ExampleIds } from './example.ts'
import { indexOfHospital } from './orders.ts'

/** The first family of a database belongs to the parent (seeded-portal.ts makes one at each institution). */
export const FIRST_FAMILY = 900_001
/** The path of the institution's family. */
export const family =
  (rest = '') =>
  ({ hospital }: ExampleIds) =>
    `/api/Families/${hospital}/${FIRST_FAMILY + indexOfHospital(hospital)}${rest}`

export const FAMILY_REQUEST: Omit<CallOf<typeof familiesRoutes.create>['body'], 'familyKey'> = {
  name: 'Okafor',
  document: {
    ...blankFamily(),
    people: [
      {
        ...blankMember('p1'),
        ...{ isProband: true, firstName: 'Ada', lastName: 'Okafor', born: '1990-05-17', gender: 'woman' },
      },
    ],
  },
}

/** One request for each route of families. The change holds already after the first admitted client. */
export const familiesExamples: Record<string, Example> = {
  'families.list': { needs: ['ViewOrder'], path: ({ hospital }) => `/api/Families/${hospital}`, answer: 200 },
  'families.create': {
    needs: ['CreateOrder'],
    path: ({ hospital }) => `/api/Families/${hospital}`,
    body: { ...FAMILY_REQUEST, familyKey: randomUUID() },
    answer: 201,
  },
  'families.get': { needs: ['ViewOrder'], path: family(), answer: 200 },
  'families.drawing': { needs: ['ViewOrder'], path: family('/drawing'), answer: 200 },
  'families.change': {
    needs: ['CreateOrder'],
    path: family('/changes'),
    body: { rows: [], fields: [{ name: 'notes', before: '', after: 'Told by phone' }] },
    answer: 200,
  },
  'families.rename': {
    needs: ['CreateOrder'],
    path: family('/name'),
    body: { name: 'Okafor' },
    answer: 200,
  },
  'familyFiles.read': {
    needs: ['CreateOrder'],
    path: ({ hospital }) => `/api/Families/${hospital}/files`,
    body: { text: 'f\tchild\t0\t0\t2\t2\n' },
    answer: 200,
  },
  'familyFiles.losses': { needs: ['ViewOrder'], path: family('/files/canrisk/losses'), answer: 200 },
  'familyFiles.download': { needs: ['ViewOrder'], path: family('/files/fhir'), answer: 200 },
}
