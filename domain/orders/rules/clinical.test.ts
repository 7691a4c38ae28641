import { expect, it } from 'vitest'
import { blankTest } from '../document.ts'
import { TODAY } from '../testing/complete-order.ts'
import { describeRows, type Row, wordsOf } from '../testing/rows.ts'

const PATHS = {
  priorTesting: '/priorTesting/performed',
  imaging: '/imaging',
  familyHistory: '/familyHistory/familyHistoryOfDiseaseBeingTested',
  familyTesting: '/familyTestingRequest/targetSequencing',
  notes: '/clinicalNotes',
}
const row = { type: 'MRI', result: 'Normal', date: '2026-11-01', details: '' }
/** A test that requires every section, with every section filled in. */
const all = {
  ...{ '/tests': [blankTest('5001')], '/consents': [] },
  [PATHS.priorTesting]: 'No',
  [PATHS.imaging]: [row],
  [PATHS.familyHistory]: 'No',
  '/familyTestingRequest/fullGeneSequencing': true,
  [PATHS.notes]: 'Seizures since the third month.',
}
const required = (path: string) => `clinical ${path} required`
const data = '/familyTestingRequest/targetSequencingData'
const target = {
  '/familyTestingRequest/targetSequencing': true,
  [`${data}/gene`]: 'SCN1A',
  [`${data}/probandFirstName`]: 'Mai',
  [`${data}/probandLastName`]: 'Nguyễn',
  [`${data}/relationshipToProband`]: 'Daughter',
}

const TABLES: Record<string, Row[]> = {
  'what the test needs': [
    ['all sections filled in', all, []],
    [
      'no section filled in',
      { '/tests': [blankTest('5001')], '/consents': [] },
      Object.values(PATHS).map(required),
    ],
    ['prior testing not answered', { ...all, [PATHS.priorTesting]: '' }, [required(PATHS.priorTesting)]],
    ['no imaging', { ...all, [PATHS.imaging]: [] }, [required(PATHS.imaging)]],
    ['family history not answered', { ...all, [PATHS.familyHistory]: '' }, [required(PATHS.familyHistory)]],
    [
      'none of the three analyses',
      { ...all, '/familyTestingRequest/fullGeneSequencing': false },
      [required(PATHS.familyTesting)],
    ],
    [
      'deletions and duplications',
      {
        ...all,
        '/familyTestingRequest/fullGeneSequencing': false,
        '/familyTestingRequest/deletionDuplicationAnalysis': true,
      },
      [],
    ],
    ['a known variant', { ...all, '/familyTestingRequest/fullGeneSequencing': false, ...target }, []],
    ['notes of spaces', { ...all, [PATHS.notes]: ' \n' }, [required(PATHS.notes)]],
  ],
  imaging: [
    ['a row', { '/imaging/0': row }, []],
    [
      'a blank row',
      { '/imaging/0': { type: '', result: '', date: '', details: '' } },
      [required('/imaging/0/type'), required('/imaging/0/result')],
    ],
    ['today', { '/imaging/0': { ...row, date: TODAY } }, []],
    ['tomorrow', { '/imaging/0': { ...row, date: '2026-11-21' } }, ['clinical /imaging/0/date date']],
    ['an invalid date', { '/imaging/0': { ...row, date: 'May' } }, ['clinical /imaging/0/date date']],
  ],
  'family history': [
    [
      'a relative without a diagnosis',
      {
        '/familyHistory/diagnoses/0': {
          ...{ relationshipType: 'Maternal', relative: 'Aunt', diagnosis: ' ', ageAtDiagnosis: '' },
        },
      },
      [required('/familyHistory/diagnoses/0/diagnosis')],
    ],
    [
      'a relative with a diagnosis',
      {
        '/familyHistory/diagnoses/0': {
          ...{ relationshipType: 'EggDonor', relative: '', diagnosis: 'Epilepsy', ageAtDiagnosis: '' },
        },
      },
      [],
    ],
  ],
  'a known variant': [
    ['complete', target, []],
    ...['gene', 'probandFirstName', 'probandLastName', 'relationshipToProband'].map(
      (name): Row => [
        `without ${name}`,
        { ...target, [`${data}/${name}`]: '' },
        [required(`${data}/${name}`)],
      ],
    ),
    ['a date of birth', { ...target, [`${data}/dateOfBirth`]: '1990-07-01' }, []],
    [
      'an invalid date of birth',
      { ...target, [`${data}/dateOfBirth`]: '1990' },
      [`clinical ${data}/dateOfBirth date`],
    ],
    [
      'incomplete but not selected',
      { ...target, '/familyTestingRequest/targetSequencing': false, [`${data}/gene`]: '' },
      [],
    ],
  ],
}

describeRows(TABLES)

it('names the test that requires a section, and what to do', () => {
  expect(wordsOf({ ...all, [PATHS.imaging]: [] })).toEqual([
    'Known variant needs an imaging result: add at least one',
  ])
})
