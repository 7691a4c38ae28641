import { PARENT } from '../world.ts'
import type { Example, ExampleIds } from './example.ts'
import { indexOfHospital } from './orders.ts'

const free = (path: string): Example => ({ needs: 'nobody', path: () => path, answer: 200 })

const panelOf = ({ hospital }: ExampleIds) => 1 + indexOfHospital(hospital)

/** The test world's first test. */
const TEST = 1

export const catalogueExamples: Record<string, Example> = {
  'catalogue.categories': free('/api/categories'),
  'catalogue.tests': free('/api/tests'),
  'catalogue.testsOfCategory': free('/api/tests/category-name/wes'),
  'catalogue.orderable': free('/api/Tests/online-orderable'),
  'catalogue.suggestions': free('/api/tests/suggestions?q=exome'),
  'catalogue.test': free('/api/tests/code/WES1'),
  'catalogue.sections': free('/api/Tests/code/WES1/sections'),
  'catalogue.consents': free('/api/Tests/code/WES1/consents'),
  'catalogue.questionnaire': free('/api/questionnaires/history/1'),
  'catalogue.addOnTests': free('/api/Tests/code/WES1/add-on-tests'),
  // The hospital only selects whose code is returned: foreign ones are answered too.
  'catalogue.clientCode': free(`/api/Tests/code/WES1/hospitalCode/${PARENT}/clientCode`),
  'catalogue.pair': free('/api/Tests/pair/WES1'),
  'catalogue.parental': free('/api/Tests/parental/WES1'),
  'catalogue.byClientTestCodes': {
    ...free('/api/Tests/clientTestCodes'),
    headers: { clienttestcodes: 'P-17,EPI2' },
  },
  'catalogue.genes': free('/api/Tests/clientTestCode/WES1/genes'),
  'catalogue.clientTestCodes': {
    needs: 'active user',
    path: () => '/api/Orders/clientTestCodes',
    body: { testCodes: ['WES1'] },
    answer: 200,
  },
  'catalogue.testsOfInstitution': {
    needs: ['CreateOrder', 'ViewOrder'],
    path: ({ hospital }) => `/api/Tests/institution/${hospital}`,
    answer: 200,
  },
  'catalogue.va': free('/api/tests/VA'),
  'catalogue.vaStations': free('/api/vastation'),
  'catalogue.popular': {
    needs: ['ViewOrder'],
    path: () => `/api/Tests/${TEST}/popular/details`,
    answer: 200,
  },
  'catalogue.customPanels': {
    needs: ['CreateOrder'],
    path: () => `/api/Tests/${TEST}/custom-panels`,
    answer: 200,
  },
  // The institution is in the body (custom-panels.test.ts covers it); nothing is saved here, because the
  // panel has no name.
  'catalogue.saveCustomPanel': {
    needs: ['CreateOrder'],
    path: () => `/api/Tests/${TEST}/custom-panel`,
    body: { institutionCode: PARENT, name: '', genes: [] },
    answer: 422,
  },
  'catalogue.updateCustomPanel': {
    needs: ['CreateOrder'],
    path: (ids) => `/api/Tests//custom-panel/${panelOf(ids)}/update`,
    // A version that never existed.
    body: { version: 0, name: 'None', genes: ['SCN1A'] },
    answer: 412,
    anywhere: true,
    byNumber: true,
  },
  // A panel can be removed only once, which custom-panels.test.ts covers: here it is a nonexistent one.
  'catalogue.removeCustomPanel': {
    needs: ['CreateOrder'],
    path: () => '/api/Tests/custom-panel/999999',
    answer: 404,
  },
  'catalogue.icd10': { needs: 'active user', path: () => '/api/icd10', answer: 200 },
}
