import { expect, it } from 'vitest'
import type { BloodHistoryNeeds } from '../../specimens/blood-history-needs.ts'
import { needs, requirement } from '../../specimens/testing/requirement.ts'
import { type AddOn, blankPatient, PROBAND, type Sample } from '../document.ts'
import { forSpecimenOf } from '../for-specimen.ts'
import { blankContaminationCheck } from '../pregnancy.ts'
import type { OrderableTest, RuleContext } from '../rule-context.ts'
import { CATALOGUE, completeOrder, sampleOf, withChanges } from '../testing/complete-order.ts'
import { PRENATAL_CONTEXT, twins } from '../testing/prenatal-order.ts'
import { describeRows, pointsOf, type Row, wordsOf } from '../testing/rows.ts'

const [exome] = CATALOGUE
if (!exome) throw new Error('no test')
const [owner = blankPatient('Proband', PROBAND)] = completeOrder().patients

const added = (kind: AddOn['kind'] = 'add-on', more: Record<string, unknown> = {}) => ({
  '/addOn': { orderId: 4711, sampleId: 4, labNumber: 'L3', kind },
  ...{ '/samples': [], '/consents': [] },
  ...more,
})
const ofTest = (more: Partial<OrderableTest>, sample: Partial<Sample>): Partial<RuleContext> => ({
  tests: [{ ...exome, consents: [], specimens: ['Blood', 'Cultured Fibroblasts'], ...more }],
  specimenOf: { ...owner, sample: sampleOf(PROBAND, 's1', { dateOfCollection: '2026-11-02', ...sample }) },
})
const where = (blood: Partial<BloodHistoryNeeds>, sample: Partial<Sample> = {}) =>
  ofTest({ bloodHistory: needs(blood) }, sample)
const history = (more: object) => ({ '/patients/0/bloodHistory': more })
const transplanted = history({ transplant: 'Allogeneic', transplantedOn: '2020-05-01' })
const at = 'specimens /addOn/sampleId'
const EDTA = {
  specimenRequirements: [
    requirement({ additive: 'EDTK' }),
    requirement({ role: '', additive: 'HEPN', refused: 'Heparin inhibits PCR' }),
  ],
}
const TUMOR = {
  specimens: ['FFPE Blocks'],
  specimenRequirements: [
    requirement({ role: 'Tumor', type: 'FFPE Blocks' }),
    requirement({ role: 'Matched normal', isNeeded: true }),
  ],
}

const TABLES: Record<string, Row[]> = {
  '[SPCM-04] a test added on a specimen of somebody with': [
    ['a donor’s marrow', added('add-on', transplanted), [`${at} donor-cells`], where({})],
    ['a donor’s marrow, of its data', added('reanalysis', transplanted), [`${at} donor-cells`], where({})],
    [
      'a donor’s marrow, which the laboratory takes for a reason',
      added('reflex', transplanted),
      [`${at} donor-cells?`],
      where({ transplantAdmitted: true }),
    ],
    [
      'a donor’s marrow, taken before',
      added('add-on', transplanted),
      [],
      where({}, { dateOfCollection: '2020-04-01' }),
    ],
    [
      'a donor’s marrow, without blood cells',
      added('add-on', transplanted),
      [],
      where({}, { specimenType: 'Cultured Fibroblasts' }),
    ],
    [
      'a transfusion before it',
      added('add-on', history({ transfusion: 'Yes', transfusedOn: '2026-11-01' })),
      [`${at} transfusion?`],
      where({}),
    ],
    [
      'a transfusion since',
      added('add-on', history({ transfusion: 'Yes', transfusedOn: '2026-11-10' })),
      [],
      where({}),
    ],
    ['a blood cancer', added('add-on', history({ bloodCancer: 'Yes' })), [`${at} blood-cancer?`], where({})],
    [
      'no answer yet',
      added(),
      ['specimens /patients/0/bloodHistory/transplant required'],
      where({ transplant: 'required' }),
    ],
  ],
  '[SPCM-01] a test added on a specimen': [
    ['that it takes', added(), [], ofTest({}, {})],
    [
      'of a type that it does not',
      added(),
      [`${at} specimen-unsuited?`],
      ofTest({}, { specimenType: 'Saliva' }),
    ],
    ['of such a type, of its data', added('reanalysis'), [], ofTest({}, { specimenType: 'Saliva' })],
    ['in a tube that it refuses', added(), [`${at} specimen-unsuited?`], ofTest(EDTA, { additive: 'HEPN' })],
    ['in its tube', added(), [], ofTest(EDTA, { additive: 'EDTK' })],
    ['in a tube that is not known', added(), [], ofTest(EDTA, {})],
    [
      'that was a relative’s there, and is the patient’s own now',
      added(),
      [],
      ofTest(
        { specimenRequirements: [requirement({ role: 'Relative', type: 'Saliva' })] },
        { role: 'Relative' },
      ),
    ],
    [
      'of a tumor, without the normal',
      added(),
      [`${at} role-missing?`],
      ofTest(TUMOR, { specimenType: 'FFPE Blocks', role: 'Tumor' }),
    ],
    ['of a tumor, of its data', added('reanalysis'), [], ofTest(TUMOR, { specimenType: 'FFPE Blocks' })],
    [
      'of a tumor, with the normal sent along',
      added('add-on', { '/samples': [sampleOf(PROBAND, 's1', { role: 'Matched normal' })] }),
      [],
      ofTest(TUMOR, { specimenType: 'FFPE Blocks', role: 'Tumor' }),
    ],
    [
      'of another person, which is all that counts',
      added('add-on', transplanted),
      [`${at} conflicts`],
      { ...where({}), specimenOf: { ...owner, firstName: 'Abe', dateOfBirth: '2001-01-01' } },
    ],
  ],
}

describeRows(TABLES)

it('says what to do instead: the specimen is at the laboratory, and is not chosen in this order', () => {
  expect(wordsOf(added('add-on', transplanted), where({}))).toEqual([
    'After an allogeneic transplant, blood contains the donor’s DNA. Start a new order with cultured fibroblasts or skin biopsy, or a specimen from before the transplant',
  ])
  expect(wordsOf(added(), ofTest({}, { specimenType: 'Saliva' }))).toEqual([
    'Exome cannot be done on Saliva. Start a new order with Blood, Cultured Fibroblasts, or enter as the reason that the laboratory agreed to use this one (name, date)',
  ])
})

it('[SUBJ-04] asks how the mother’s cells are checked in a fetus’s specimen on file, unless its order said so', () => {
  const order = twins()
  const villi = order.samples[0] ?? sampleOf('fetus-1', 's1')
  const points = (sample: Sample, tests = PRENATAL_CONTEXT.tests) => {
    const [{ key, firstName, lastName, dateOfBirth } = owner] = order.patients
    const specimenOf = { key, firstName, lastName, dateOfBirth, fetus: 'fetus-1', sample }
    const document = { ...withChanges(forSpecimenOf(order, 'fetus-1'), added()), tests: order.tests }
    return pointsOf(document, { ...PRENATAL_CONTEXT, tests, specimenOf }).filter((point) =>
      point.startsWith(at),
    )
  }
  expect(points(villi)).toEqual([])
  expect(points({ ...villi, contamination: blankContaminationCheck() })).toEqual([`${at} contamination?`])
  const { contamination: _, ...unplanned } = villi
  expect(points(unplanned)).toEqual([`${at} contamination?`])
  // The added test has weeks of its own.
  expect(points({ ...villi, dateOfCollection: '2026-10-20' })).toEqual([`${at} gestational-age?`])
})
