import { expect, test } from 'vitest'
import { CATALOGUE, CONTEXT } from '../orders/testing/complete-order.ts'
import { needs, requirement } from '../specimens/testing/requirement.ts'
import { columnsOf } from './columns.ts'
import { judgeRow, readRow } from './row.ts'

const [exome] = CATALOGUE
if (!exome) throw new Error('no test')
const asked = {
  ...{ ...exome, consents: [] },
  specimenRequirements: [
    requirement({ additive: 'EDTK', life: 14 }),
    requirement({ additive: 'HEPN', state: 'Direct', life: 48, lifeUnit: 'hours' }),
    requirement({ role: 'Contamination check', type: 'Saliva' }),
  ],
  bloodHistory: needs({ transplant: 'required', bloodCancer: 'no' }),
}

test('a test without requirements has no columns about them', () => {
  const headings = columnsOf({ ...exome, consents: [] }).map(({ heading }) => heading)
  for (const heading of ['Additive', 'Specimen role', 'Transplant', 'Collected by'])
    expect(headings).not.toContain(heading)
})

test('[SPCM-02] [SPCM-04] a row says in which tube and when a specimen was taken, and what the blood may hold', () => {
  const columns = columnsOf(asked)
  expect(columns.map(({ heading }) => heading)).toEqual(
    expect.arrayContaining([
      ...['Specimen role', 'Additive', 'Specimen state', 'Time of collection', 'Time zone', 'Collected by'],
      ...['Transfusion', 'Last transfusion', 'What was transfused', 'Transplant', 'Date of transplant'],
      ...['Relative 1: Additive', 'Relative 1: Transplant'],
    ]),
  )
  const cells = {
    ...{ 'Specimen type': 'Blood', Additive: 'potassium edta', 'Date of collection': '2026-11-18' },
    ...{ 'Time of collection': '14:05', 'Time zone': 'America/New_York', 'Collected by': 'Nadia Pell, RN' },
    ...{ Transfusion: 'no', Transplant: 'Allogeneic', 'Date of transplant': '2026-11-20' },
  }
  const { document, errors } = readRow(cells, columns, asked)
  expect(errors).toEqual([])
  expect(document.samples[0]).toMatchObject({
    ...{
      additive: 'EDTK',
      timeOfCollection: '14:05',
      timeZone: 'America/New_York',
      collector: 'Nadia Pell, RN',
    },
  })
  expect(document.patients[0]?.bloodHistory).toEqual({
    ...{ transfusion: 'No', transplant: 'Allogeneic', transplantedOn: '2026-11-20' },
  })
})

test('[SPCM-04] a row is refused for a donor’s blood, and for an answer that is missing, in its own columns', () => {
  const columns = columnsOf(asked)
  const problems = (cells: Record<string, string>) =>
    judgeRow(readRow(cells, columns, asked), cells, { ...CONTEXT, tests: [asked] })
      .errors.filter(({ rule }) => ['donor-cells', 'required', 'conflicts'].includes(rule))
      .map(({ column, rule }) => `${column}: ${rule}`)
  const blood = { 'Specimen type': 'Blood', 'Date of collection': '2026-11-18' }
  expect(problems(blood)).toContain('Transplant: required')
  expect(problems({ ...blood, Transplant: 'Allogeneic' })).toContain('Specimen type: donor-cells')
  expect(problems({ ...blood, Additive: 'Lithium heparin', Transplant: 'No' })).toContain(
    'Specimen type: conflicts',
  )
})

test('[SPCM-01] a row of extracted DNA says who extracted it, and with which accreditation', () => {
  const onBlood = { ...asked, specimens: ['Blood' as const] }
  const onDna = { ...asked, specimens: [...asked.specimens, 'Extracted DNA' as const] }
  const names = ['Extracted by', 'Accreditation of the extraction']
  for (const name of names) {
    expect(columnsOf(onBlood).map(({ heading }) => heading)).not.toContain(name)
    expect(columnsOf(onDna).map(({ heading }) => heading)).toEqual(
      expect.arrayContaining([name, `Relative 1: ${name}`]),
    )
  }
  const cells = {
    'Specimen type': 'Extracted DNA',
    'Extracted by': 'Fernleigh Laboratory',
    'Accreditation of the extraction': 'CLIA 14D2026114',
  }
  const { document, errors } = readRow(cells, columnsOf(onDna), onDna)
  expect(errors).toEqual([])
  expect(document.samples[0]).toMatchObject({
    extractedBy: 'Fernleigh Laboratory',
    accreditation: 'CLIA 14D2026114',
  })
})
