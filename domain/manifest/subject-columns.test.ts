import { describe, expect, test } from 'vitest'
import { blankDeceased } from '../orders/deceased.ts'
import { type OrderDocument, PROBAND } from '../orders/document.ts'
import { blankKinship, blankParentage } from '../orders/kinship.ts'
import { blankFetus, blankPregnancy } from '../orders/pregnancy.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import {
  CATALOGUE,
  completeOrder,
  FATHER,
  sampleOf,
  TESTED_MOTHER,
  withChanges,
} from '../orders/testing/complete-order.ts'
import { PRENATAL_CONTEXT, twins } from '../orders/testing/prenatal-order.ts'
import { columnsOf } from './columns.ts'
import { type Cells, judgeRow, readRow } from './row.ts'
import { rowOf } from './testing/row-of.ts'

const [exome] = CATALOGUE
if (!exome) throw new Error('no test')
const ordinary: OrderableTest = { ...exome, consents: [], specimens: ['Blood', 'Saliva'], relatives: 0 }
const prenatal: OrderableTest = {
  ...ordinary,
  ...{ code: '1700', testName: 'Microarray', specimens: ['CVS', 'Amniotic Fluid', 'Blood'] },
}
const loss: OrderableTest = { ...prenatal, specimens: ['Fresh Tissue', 'CVS', 'Blood'] }
const trio: OrderableTest = { ...ordinary, specimens: ['Blood', 'Extracted DNA'], relatives: 2 }
const prenatalTrio: OrderableTest = { ...prenatal, relatives: 2 }

const headingsOf = (one: OrderableTest) => columnsOf(one).map(({ heading }) => heading)
const judged = (one: OrderableTest, cells: Cells) =>
  judgeRow(readRow(cells, columnsOf(one), one), cells, { ...PRENATAL_CONTEXT, tests: [one] }).errors.map(
    ({ column, rule, severity }) => `${column}: ${rule}${severity === 'warning' ? '?' : ''}`,
  )
/** The document with the keys that a row gives to specimens. */
function asInRow(document: OrderDocument, relatives: number): OrderDocument {
  const people = [PROBAND, ...Array.from({ length: Math.max(2, relatives) }, (_, n) => `relative-${n + 1}`)]
  const keys = [...people, 'fetus-1', 'fetus-2']
  return {
    ...document,
    samples: document.samples.map((one) => ({ ...one, key: `s${keys.indexOf(one.patient) + 1}` })),
  }
}
const roundTrip = (one: OrderableTest, document: OrderDocument) => {
  const { document: read, errors } = readRow(rowOf(document, columnsOf(one)), columnsOf(one), one)
  expect(errors).toEqual([])
  return read
}

describe('the template', () => {
  test('[SUBJ-02] [SUBJ-05] has columns about who is tested only for tests that may need them', () => {
    const about = /due date|fetus|pregnan|death|kind of relation|genetic (mother|father)/i
    expect(headingsOf(ordinary).filter((heading) => about.test(heading))).toEqual([])
    expect(headingsOf(prenatal)).toEqual(
      expect.arrayContaining([
        ...['Due date', 'Dating method', 'Number of fetuses', 'Chorionicity', 'Egg provider'],
        ...['Pregnancy ended on', 'Pregnancy ending', 'Fetus 1: Label', 'Fetus 2: Specimen type'],
        'Fetus 1: Check for maternal cells',
      ]),
    )
    expect(headingsOf(trio)).toEqual(
      expect.arrayContaining([
        ...['Relative 1: Kind of relation', 'Relative 2: Twin of the patient', 'Genetic mother'],
        ...['Parents related to each other', 'Date of death', 'Relative 1: Date of death'],
      ]),
    )
    for (const one of [ordinary, prenatal, loss, trio, prenatalTrio]) {
      const headings = headingsOf(one).map((heading) => heading.toLowerCase())
      expect(new Set(headings).size).toBe(headings.length)
    }
  })
})

describe('a row', () => {
  test('[SUBJ-03] holds twins, each with a specimen, their pregnancy and the mother’s blood', () => {
    const order = twins()
    const full = {
      ...order,
      pregnancy: {
        ...(order.pregnancy ?? blankPregnancy()),
        ...{ conception: 'ICSI', eggProvider: 'Donor', eggProviderAge: '27', carriedBy: 'Self' },
        ...{ dating: 'Embryo transfer', transferOn: '2026-09-11', embryoDay: '5' },
      },
    } as OrderDocument
    const document = asInRow(full, 0)
    const read = roundTrip(prenatal, document)
    expect(read.pregnancy).toEqual(document.pregnancy)
    expect(read.samples).toEqual(document.samples)
    expect(read.patients).toEqual(document.patients)
  })

  test('[SUBJ-01] holds a loss without the mother’s specimen', () => {
    const order = twins()
    const document = asInRow(
      {
        ...order,
        pregnancy: {
          ...blankPregnancy('Ended'),
          ...{ endedOn: '2026-11-17', ending: 'Miscarriage', dueDate: '2027-06-19', dating: 'LMP' },
          fetuses: [blankFetus('fetus-1', 'A')],
        },
        samples: [
          sampleOf('fetus-1', 's4', {
            ...{ specimenType: 'Fresh Tissue', tissue: 'POC', dateOfCollection: '2026-11-18' },
            contamination: {
              ...{ contaminationPlan: 'not-needed', maternalNumber: '', contaminationReason: 'Male' },
            },
          }),
        ],
      },
      0,
    )
    const read = roundTrip(loss, document)
    expect(read.pregnancy).toEqual(document.pregnancy)
    expect(read.samples).toEqual(document.samples)
  })

  test('[SUBJ-05] holds kinship, genetic parents and a relative’s death', () => {
    const order = withChanges(completeOrder(), {
      ...TESTED_MOTHER,
      '/consents': [],
      '/patients/1/kinship': { ...blankKinship(), kinshipKind: 'Adoptive', familySide: 'Maternal' },
      '/patients/2': {
        ...FATHER,
        deceased: {
          ...{ ...blankDeceased(), deathPrecision: 'Month', dateOfDeath: '2024-05' },
          ...{ authorizedBy: 'Mai Nguyễn', authorizedAs: 'Next of kin' },
        },
      },
      '/samples/2': sampleOf(FATHER.key, 's3'),
      '/parentage': {
        ...{ ...blankParentage(), geneticFather: FATHER.key, parentsRelated: 'Yes' },
        parentsRelation: 'Second cousins',
      },
    })
    const read = roundTrip(trio, order)
    expect(read.parentage).toEqual(order.parentage)
    expect(read.patients.map(({ kinship, deceased }) => ({ kinship, deceased }))).toEqual(
      order.patients.map(({ kinship, deceased }) => ({ kinship, deceased })),
    )
  })

  test('[SUBJ-01] reads how exactly a date of death is known from the date, and leaves out what is empty', () => {
    const deathOf = (cell: string) => {
      const { document } = readRow({ 'Date of death': cell }, columnsOf(trio), trio)
      const { deathPrecision, dateOfDeath } = document.patients[0]?.deceased ?? blankDeceased()
      return [deathPrecision, dateOfDeath]
    }
    expect(['5/3/2024', '2024-05', '2024', 'spring'].map(deathOf)).toEqual([
      ['Exact', '2024-05-03'],
      ['Month', '2024-05'],
      ['Year', '2024'],
      ['Exact', 'spring'],
    ])
    const empty = readRow({}, columnsOf(prenatalTrio), prenatalTrio).document
    expect(empty).not.toHaveProperty('pregnancy')
    expect(empty).not.toHaveProperty('parentage')
    expect(empty.patients[0]).not.toHaveProperty('deceased')
  })

  test.each<[string, OrderableTest, Cells, string]>([
    ['a fetus without a label', prenatal, { 'Fetus 1: Specimen type': 'CVS' }, 'Fetus 1: Label: required'],
    [
      'two fetuses with one label',
      prenatal,
      { 'Fetus 1: Label': 'A', 'Fetus 2: Label': 'a' },
      'Fetus 2: Label: repeated',
    ],
    ['no due date', prenatal, { 'Fetus 1: Label': 'A' }, 'Due date: required'],
    [
      'more fetuses than there are',
      prenatal,
      { 'Number of fetuses': '1', 'Fetus 1: Label': 'A', 'Fetus 2: Label': 'B' },
      'Number of fetuses: conflicts',
    ],
    ['a number that is none', prenatal, { 'Number of fetuses': 'two' }, 'Number of fetuses: unreadable'],
    ['another word for chorionicity', prenatal, { Chorionicity: 'shared' }, 'Chorionicity: unreadable'],
    [
      'no plan for the mother’s cells',
      prenatal,
      { 'Fetus 1: Label': 'A', 'Fetus 1: Specimen type': 'CVS' },
      'Fetus 1: Check for maternal cells: contamination?',
    ],
    ['a loss without its day', loss, { 'Pregnancy ending': 'Stillbirth' }, 'Pregnancy ended on: required'],
    ['no date of death', trio, { 'Cause of death': 'Cardiac arrest' }, 'Date of death known: required'],
    ['a date of death that is none', trio, { 'Date of death': 'spring' }, 'Date of death: date'],
    [
      'a genetic mother who is not in the row',
      trio,
      { 'Genetic mother': 'Relative 2' },
      'Genetic mother: unknown',
    ],
    [
      'related parents, unexplained',
      trio,
      { 'Parents related to each other': 'yes' },
      'How the parents are related: required',
    ],
  ])('[SUBJ-01] [SUBJ-03] is refused in its own column: %s', (_what, one, cells, expected) => {
    expect(judged(one, cells)).toContain(expected)
  })
})
