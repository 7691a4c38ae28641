import { describe, expect, it, test } from 'vitest'
import { PROBAND } from '../orders/document.ts'
import { isBlocking } from '../orders/points.ts'
import { openPoints } from '../orders/readiness.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import { badOrders } from '../orders/testing/bad-orders.ts'
import { goodOrder, testContext } from '../orders/testing/good-order.ts'
import { choice, choices, date, genes, type Reading, text, yesNo } from './cells.ts'
import { columnsOf, REASON, REFERENCE, relativesOf } from './columns.ts'
import { earlierPositions, isAnotherPatient, rowKey } from './keys.ts'
import { judgeRow, readRow } from './row.ts'
import { rowOf } from './testing/row-of.ts'

const [exome] = testContext(goodOrder()).tests as [OrderableTest]
const columns = columnsOf(exome)

describe('a cell', () => {
  test.each<[string, Reading, Reading]>([
    ['a formula that was made harmless', text("'=1+1"), { value: '=1+1' }],
    ['a name with an apostrophe', text("'t Hooft"), { value: "'t Hooft" }],
    ['an ISO date', date('2019-03-14'), { value: '2019-03-14' }],
    ['a date of the USA', date('3/14/2019'), { value: '2019-03-14' }],
    ['a date in words', date(' 14 Mar 2019 '), { value: '2019-03-14' }],
    ['a spreadsheet’s day number', date('43538'), { value: '2019-03-14' }],
    ['two digits of a year, not guessed', date('3/14/19'), { value: '3/14/19' }],
    ['no date', date('spring'), { value: 'spring' }],
    ['a choice in another case', choice(['Male', 'Female'])('FEMALE '), { value: 'Female' }],
    ['a choice by another word', choice(['Male', 'Female'], { f: 'Female' })('F'), { value: 'Female' }],
    ['no choice', choice(['Male'])(''), { value: '' }],
    [
      'none of the choices',
      choice(['Male', 'Female'])('W'),
      { refused: '“W” is not valid. Use one of: Male, Female' },
    ],
    ['yes', yesNo('Y'), { value: true }],
    ['no', yesNo('no'), { value: false }],
    ['unanswered', yesNo(' '), { value: null }],
    ['neither', yesNo('maybe'), { refused: '“maybe” is not valid. Use Yes or No' }],
    ['several', choices(['A', 'B'])('b; a;b'), { value: ['B', 'A'] }],
    ['several with one unknown', choices(['A'])('a;x'), { refused: '“x” is not valid. Use one of: A' }],
    ['genes', genes([])('scn1a, MECP2;hla-a'), { value: ['SCN1A', 'MECP2', 'HLA-A'] }],
    ['a gene as the list spells it', genes(['C9orf72'])('c9ORF72; c9orf72'), { value: ['C9orf72'] }],
    ['genes of any list', genes([])('C19orf12 CXORF56'), { value: ['C19orf12', 'CXorf56'] }],
  ])('%s', (_what, reading, expected) => expect(reading).toEqual(expected))
})

describe('a row', () => {
  it('refuses a cell that is longer than anything an order holds, without reading it', () => {
    const long = { City: 'x'.repeat(20_001), 'E-mail': `${'@'.repeat(1_000_000)}\n` }
    const { errors } = readRow({ ...rowOf(goodOrder(), columns), ...long }, columns, exome)
    expect(errors.map(({ message, path }) => [message, path])).toEqual([
      ['E-mail: at most 20000 characters, not 1000001', '/patients/0/contacts/1/value'],
      ['City: at most 20000 characters, not 20001', '/patients/0/addresses/0/city'],
    ])
  })

  it('contains the data of its order', () => {
    const document = goodOrder()
    expect(readRow(rowOf(document, columns), columns, exome).document).toEqual(document)
  })

  it('refuses a number that a spreadsheet shortened, and recognizes no row by it', () => {
    const shortened = { MRN: '1.23457E+11', [REFERENCE]: '1,2e+15', 'Member ID': '9E+12', City: '1E+11' }
    const { errors, document, reference } = readRow(
      { ...rowOf(goodOrder(), columns), ...shortened },
      columns,
      exome,
    )
    expect(errors.map(({ message, path }) => [message, path])).toEqual([
      [
        `${REFERENCE}: the spreadsheet shortened this number to “1,2e+15”. Format the column as text, and enter the whole number again`,
        '',
      ],
      [
        'MRN: the spreadsheet shortened this number to “1.23457E+11”. Format the column as text, and enter the whole number again',
        '/patients/0/recordNumber',
      ],
      [
        'Member ID: the spreadsheet shortened this number to “9E+12”. Format the column as text, and enter the whole number again',
        '/payment/insurance/memberId',
      ],
    ])
    expect([document.patients[0]?.recordNumber, reference]).toEqual(['', ''])
  })

  it("names the VA station and the patient's country", () => {
    const more = { Country: 'other', 'Which country': 'germany', 'VA station': ' 902A1 ' }
    const { document, errors } = readRow({ ...rowOf(goodOrder(), columns), ...more }, columns, exome)
    expect(errors).toEqual([])
    expect(document.vaStation).toBe('902A1')
    expect(document.patients[0]?.addresses[0]).toMatchObject({ country: 'Other', otherCountry: 'DE' })
  })

  it('[SEXG-02] names race and origin, and the ancestry of each side if the test asks for it', () => {
    const test = { ...exome, ancestry: { required: true } }
    const columnsOfTest = columnsOf(test)
    const cells = {
      ...rowOf(goodOrder(), columnsOfTest),
      ...{ Race: 'asian; White', 'Hispanic or Latino origin': 'Declined to answer' },
      ...{ 'Ancestry, mother’s side': 'Finnish', 'Ancestry, father’s side': 'unknown' },
      'Sex assigned at birth': 'Female',
    }
    const { document, errors } = readRow(cells, columnsOfTest, test)
    expect(errors).toEqual([])
    expect(document.patients[0]).toMatchObject({
      sexAndGender: { assignedAtBirth: 'Female' },
      raceAndEthnicity: { races: ['Asian', 'White'], hispanic: 'Declined to answer' },
      ancestry: { maternal: ['Finnish'], paternal: ['Unknown'] },
    })
    expect(columns.some(({ heading }) => heading.startsWith('Ancestry'))).toBe(false)
  })

  it("has a distinct heading for each column, and columns for the test's family", () => {
    const headings = columns.map((column) => column.heading.toLowerCase())
    expect(new Set(headings).size).toBe(headings.length)
    expect(relativesOf({ ...exome, relatives: 3 })).toBe(3)
    expect(relativesOf(exome)).toBe(2)
  })

  it('leaves out people without data, and reports errors by their column in the row', () => {
    const cells = {
      ...rowOf(goodOrder(), columns),
      'Relative 2: Relationship': 'Father',
      'Relative 2: First name': 'Bao',
      'ICD-10 code 1': '',
      'Indication 1': '',
      'ICD-10 code 3': 'x',
      Sex: 'W',
    }
    const row = readRow(cells, columns, exome)
    expect(row.document.patients.map((patient) => patient.key)).toEqual([PROBAND, 'relative-2'])
    expect(row.document.indicationsForTesting).toEqual([{ code: 'x', description: '' }])
    const { errors } = judgeRow(row, cells, testContext(row.document))
    expect(errors.filter((error) => error.column === 'Sex')).toEqual([
      {
        ...{ column: 'Sex', path: '/patients/0/sex', rule: 'unreadable', severity: 'error' },
        message: 'Sex: “W” is not valid. Use one of: Male, Female, Ambiguous, Unknown',
      },
    ])
    const columnsAt = (path: string) =>
      errors.filter((error) => error.path === path).map((error) => error.column)
    expect(columnsAt('/patients/1/lastName')).toEqual(['Relative 2: Last name'])
    expect(columnsAt('/indicationsForTesting/0/code')).toEqual(['ICD-10 code 3'])
    expect(columnsAt('/samples/1/specimenType')).toEqual(['Relative 2: Specimen type'])
    expect(columnsAt('/consents/relative-2/testing')).toEqual([
      'Relative 2: Consent: Consent for genetic testing',
    ])
  })

  it('leaves out what relatives are not asked, unless it is answered for one', () => {
    const [first, ...others] = exome.consents
    if (!first) throw new Error('a consent')
    const optional = { ...first, id: 'optional', title: 'Other findings', asksRelatives: false }
    const test = { ...exome, consents: [first, ...others, optional] }
    const cells = { ...rowOf(goodOrder(), columnsOf(test)), 'Relative 1: First name': 'Bao' }
    const optionalOf = (more: Record<string, string>) =>
      readRow({ ...cells, ...more }, columnsOf(test), test).document.consents.flatMap((one) =>
        one.consentId === 'optional' ? [[one.patient, one.answer]] : [],
      )
    expect(optionalOf({ 'Consent: Other findings': 'Yes' })).toEqual([[PROBAND, true]])
    expect(optionalOf({ 'Relative 1: Consent: Other findings': 'No' })).toEqual([
      [PROBAND, null],
      ['relative-1', false],
    ])
  })

  it('overrides warnings with its reason, but no errors', () => {
    const old = { ...rowOf(goodOrder(), columns), 'Date of collection': '2020-01-15' }
    const judged = (cells: Record<string, string>) => {
      const row = readRow(cells, columns, exome)
      return judgeRow(row, cells, testContext(row.document))
    }
    expect(judged(old).errors.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['specimen-old', 'warning'],
    ])
    const reasoned = judged({ ...old, [REASON]: 'The only one there is' })
    expect(reasoned.errors).toEqual([])
    expect(reasoned.document.overrides.map((one) => one.reason)).toEqual(['The only one there is'])
    expect(judged({ ...old, [REASON]: 'So', Sex: '' }).errors.map((error) => error.rule)).toEqual([
      'required',
    ])
  })

  it('is refused with the same codes at the same places as its order, 200 times', () => {
    for (const { name, document } of badOrders(200, 4)) {
      const cells = rowOf(document, columns)
      const row = readRow(cells, columns, exome)
      const context = testContext(document)
      const codes = (points: { path: string; rule: string }[]) =>
        points.map(({ path, rule }) => `${path} ${rule}`).sort()
      expect(codes(judgeRow(row, cells, context).errors), name).toEqual(
        codes(openPoints(document, context).filter(isBlocking)),
      )
    }
  })
})

describe('a repeated row', () => {
  const read = (more: Record<string, string>) =>
    readRow({ ...rowOf(goodOrder(), columns), ...more }, columns, exome)
  const key = (more: Record<string, string>) => rowKey(read(more), 'WES1')

  it('is recognized by its reference, or by patient and specimen', () => {
    expect(key({ [REFERENCE]: 'Plate 4/A1' })).toBe(key({ [REFERENCE]: 'plate 4/A1', Sex: 'Male' }))
    expect(key({})).toBe(key({ 'First name': 'LINH', City: 'Elsewhere' }))
    expect(key({})).not.toBe(key({ 'Date of birth': '2019-03-15' }))
    expect(key({})).not.toBe(key({ 'Date of collection': '2026-11-01' }))
    expect(key({ 'Last name': '' })).toBeNull()
  })

  it('is found within the same file', () => {
    expect(earlierPositions(['a', null, 'b', 'a', null, 'a'])).toEqual([null, null, null, 0, null, 0])
  })

  it('is recognized without its MRN and the figures in the name: they are filled in and corrected later', () => {
    expect(key({})).toBe(key({ MRN: 'MRN-1002' }))
    expect(key({})).toBe(key({ 'First name': 'Linh 2', MRN: '' }))
  })

  it('is not recognized while its Reference or MRN cannot be read', () => {
    expect(key({ MRN: '1.23457E+11' })).toBeNull()
    expect(key({ [REFERENCE]: '1.23457E+11' })).toBeNull()
    expect(key({ [REFERENCE]: '7', MRN: '1.23457E+11' })).toBeNull()
  })

  test.each<[string, Record<string, string>, byReference: boolean, byPatient: boolean]>([
    ['a corrected MRN', { MRN: 'MRN-1002' }, false, true],
    ['an MRN written otherwise', { MRN: 'mrn 1001', 'First name': 'Lina' }, false, false],
    ['no MRN', { MRN: '', 'First name': 'Lina' }, false, false],
    ['another first name and MRN', { MRN: 'MRN-1002', 'First name': 'Lina' }, true, true],
    ['another name', { 'First name': 'Lina', 'Last name': 'Tran' }, true, true],
    ['a first figure in the name', { 'First name': 'Linh 2' }, false, false],
  ])('with %s: whether its order may be another patient’s', (_what, more, byReference, byPatient) => {
    const patientOf = (cells: Record<string, string>) =>
      read(cells).document.patients[0] ?? expect.fail('the row has a patient')
    const isAnother = (reference: string) =>
      isAnotherPatient({ ...read(more), reference }, patientOf(more), patientOf({}))
    expect(isAnother('1')).toBe(byReference)
    expect(isAnother('')).toBe(byPatient)
    const twin = (firstName: string) => patientOf({ 'First name': firstName })
    expect(isAnotherPatient({ ...read({}), reference: '1' }, twin('Twin1'), twin('Twin2'))).toBe(true)
    expect(isAnotherPatient({ ...read({}), reference: '' }, twin('Twin1'), twin('Twin2'))).toBe(true)
  })
})
