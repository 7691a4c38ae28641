import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TESTING_CONSENT_TITLE } from '#domain/consent/consent.ts'
import { CATEGORIES } from '#domain/lookups.ts'
import { readCatalogue, readIcd10, readInstitutions, readNames } from './catalogue-files.ts'
import { DataFilesInvalid } from './data-table.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'karyo-data-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** A whole small catalogue, each of whose tests below spoils one thing. */
const FILES: Record<string, string> = {
  'categories.csv': ['category,name,description', ...CATEGORIES.map((id) => `${id},Name,Words`)].join('\n'),
  'consents.csv':
    'id,title,text,kind,required\ntesting,Testing,Agrees,yes-no,yes\nstate,State,Was there,checkbox,no',
  'tests.csv': [
    'code,displayTestCode,name,category,testType,genes,geneCount,turnaroundDays,specimens,specimenNote,listPrice,cptCodes,consents,sex,relatives,method,description,displayInCatalog',
    '1600,none,Exome trio,wes,Exome,,19433,30,Blood|Saliva,3 mL,4980.00,81415|81416|81416,testing|state,,2,NGS,Reads all.,yes',
    '2008,,Fragile X,ngs,Single Gene,FMR1,,12,Blood,,290,81243,testing,Female,0,PCR,Counts repeats.,no',
  ].join('\n'),
  'add-ons.csv': 'testCode,hospitalCode,addOnTestCode\n1600,,2008\n1600,1001,2008',
  'institutions.csv':
    'code,name,parentCode,addressLine1,city,state,postalCode,phone\n1001,Mill,,1 Road,Town,OH,43215,614-555-0101\n1002,Mill North,1001,2 Road,Town,OH,43215-1234,614-555-0102',
  'icd10.csv': 'code,description\nQ87.40,Marfan syndrome\nQ02,Microcephaly',
  'names.csv': 'kind,name\nfirst-female,Zoë\nfirst-male,Björn\nlast,Quillbrook',
}

function write(changed: Record<string, string> = {}): void {
  for (const [file, content] of Object.entries({ ...FILES, ...changed }))
    writeFileSync(join(dir, file), content)
}

function readAll() {
  return {
    catalogue: readCatalogue(dir),
    institutions: readInstitutions(join(dir, 'institutions.csv')),
    icd10: readIcd10(join(dir, 'icd10.csv')),
    names: readNames(join(dir, 'names.csv')),
  }
}

function problems(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof DataFilesInvalid) return error.message.split('\n')
    throw error
  }
  return []
}

describe('a catalogue in files', () => {
  it('is read into lists, numbers and integer cents', () => {
    write()
    const { catalogue, institutions, icd10, names } = readAll()
    expect(catalogue.tests[0]).toMatchObject({
      code: '1600',
      genes: [],
      geneCount: 19433,
      listPriceCents: 498000,
      specimens: ['Blood', 'Saliva'],
      cptCodes: ['81415', '81416', '81416'],
      consents: ['testing', 'state'],
      sex: '',
      relatives: 2,
      displayInCatalog: true,
    })
    expect(catalogue.tests[1]).toMatchObject({
      genes: ['FMR1'],
      geneCount: 1,
      listPriceCents: 29000,
      sex: 'Female',
    })
    expect(catalogue.consents.map(({ id, required }) => [id, required])).toEqual([
      ['testing', true],
      ['state', false],
    ])
    expect(catalogue.addOns[0]).toEqual({ testCode: '1600', hospitalCode: '', addOnTestCode: '2008' })
    expect(institutions.map((one) => one.parentCode)).toEqual([null, '1001'])
    expect(icd10[1]).toEqual({ code: 'Q02', description: 'Microcephaly' })
    expect(names).toEqual({ firstFemale: ['Zoë'], firstMale: ['Björn'], last: ['Quillbrook'] })
  })

  it('may have come out of a spreadsheet: byte order mark, CRLF, blanks, empty lines', () => {
    const typed = ['\uFEFFcode, description', '', ' Q02 , Microcephaly ', ',', ''].join('\r\n')
    write({ 'icd10.csv': typed })
    expect(readAll().icd10).toEqual([{ code: 'Q02', description: 'Microcephaly' }])
  })
})

describe('a wrong file names file, row, column and rule', () => {
  // biome-ignore format: one case a line
  const bad: [name: string, file: string, from: string, to: string, problem: string][] = [
    ['unknown category', 'tests.csv', ',wes,', ',exome,', "tests.csv, row 2, column category: 'exome' is not one of carrier, rapid, wgs, wes, cma, mito, confirmation, ngs"],
    ['code twice', 'tests.csv', '2008,', '1600,', "tests.csv, row 3, column code: '1600' stands already in row 2"],
    ['no code', 'tests.csv', '2008,,', ',,', 'tests.csv, row 3, column code: an empty cell is not a code of 1 to 20 letters and digits'],
    ['code with a comma', 'tests.csv', '2008,,', '"2,8",,', "tests.csv, row 3, column code: '2,8' is not a code of 1 to 20 letters and digits"],
    ['price in words', 'tests.csv', '4980.00', 'on request', "tests.csv, row 2, column listPrice: 'on request' is not a price such as 2450.00"],
    ['price with a sign', 'tests.csv', '4980.00', '$4980', "tests.csv, row 2, column listPrice: '$4980' is not a price such as 2450.00"],
    ['unknown specimen', 'tests.csv', 'Blood|Saliva', 'Blood|Spit', "tests.csv, row 2, column specimens: 'Spit' is not one of Blood, Buccal Swab"],
    ['no specimen', 'tests.csv', 'Blood|Saliva', '', 'tests.csv, row 2, column specimens: an empty cell names no specimen'],
    ['unknown consent', 'tests.csv', 'testing|state', 'testing|stat', "tests.csv, row 2, column consents: 'stat' is not the id of a consent in consents.csv"],
    ['consent twice', 'tests.csv', 'testing|state', 'state|state', "tests.csv, row 2, column consents: 'state|state' names something twice"],
    ['not a gene', 'tests.csv', 'FMR1', 'FMR 1', "tests.csv, row 3, column genes: 'FMR 1' is not a gene symbol"],
    ['fewer genes than named', 'tests.csv', 'FMR1,,', 'FMR1|AR,1,', "tests.csv, row 3, column geneCount: '1' is less than the number of genes named"],
    ['no time', 'tests.csv', '19433,30', '19433,0', "tests.csv, row 2, column turnaroundDays: '0' is no time: at least 1 working day"],
    ['half a day', 'tests.csv', '19433,30', '19433,1.5', "tests.csv, row 2, column turnaroundDays: '1.5' is not a whole number"],
    ['unknown sex', 'tests.csv', ',Female,', ',F,', "tests.csv, row 3, column sex: 'F' is not one of Male, Female and not empty"],
    ['short CPT code', 'tests.csv', '81243', '8124', "tests.csv, row 3, column cptCodes: '8124' is not a CPT code of five characters"],
    ['neither yes nor no', 'tests.csv', ',yes', ',maybe', "tests.csv, row 2, column displayInCatalog: 'maybe' is not one of yes, no"],
    ['cell missing', 'tests.csv', ',yes', '', 'tests.csv, row 2: the row does not have 18 cells as the head has'],
    ['column missing', 'tests.csv', ',relatives,', ',relations,', 'tests.csv, row 1, column relatives: the column is missing'],
    ['column unknown', 'tests.csv', ',relatives,', ',relations,', 'tests.csv, row 1, column relations: there is no such column'],
    ['column twice', 'icd10.csv', 'code,description', 'code,description,code', 'icd10.csv, row 1, column code: the column stands there twice'],
    ['quote not closed', 'icd10.csv', 'Marfan', '"Marfan', 'icd10.csv: the file is not CSV: Quote Not Closed'],
    ['category without a row', 'categories.csv', 'cma,Name,Words\n', '', 'categories.csv, column category: the category cma has no row'],
    ['unknown kind of consent', 'consents.csv', 'checkbox', 'tick', "consents.csv, row 3, column kind: 'tick' is not one of yes-no, checkbox"],
    ['consent id twice', 'consents.csv', 'state,', 'testing,', "consents.csv, row 3, column id: 'testing' stands already in row 2"],
    ['add-on to no test', 'add-ons.csv', '1600,1001', '1601,1001', "add-ons.csv, row 3, column testCode: '1601' is not the code of a test in tests.csv"],
    ['add-on of no test', 'add-ons.csv', '1001,2008', '1001,2009', "add-ons.csv, row 3, column addOnTestCode: '2009' is not the code of a test in tests.csv"],
    ['add-on to itself', 'add-ons.csv', '1001,2008', '1001,1600', 'add-ons.csv, row 3, column addOnTestCode: a test cannot be added to itself'],
    ['add-on twice', 'add-ons.csv', '1600,1001', '1600,', "add-ons.csv, row 3, column testCode, hospitalCode, addOnTestCode: '1600  2008' stands already in row 2"],
    ['institution twice', 'institutions.csv', '1002,', '1001,', "institutions.csv, row 3, column code: '1001' stands already in row 2"],
    ['no such parent', 'institutions.csv', ',1001,2 Road', ',1009,2 Road', "institutions.csv, row 3, column parentCode: '1009' is not the code of an institution in this file"],
    ['each other’s parent', 'institutions.csv', ',,1 Road', ',1002,1 Road', 'institutions.csv, row 2, column parentCode: an institution cannot stand above itself'],
    ['no such state', 'institutions.csv', 'OH,43215,', 'ZZ,43215,', "institutions.csv, row 2, column state: 'ZZ' is not the code of a state"],
    ['phone of another form', 'institutions.csv', '614-555-0101', '5550101', "institutions.csv, row 2, column phone: '5550101' is not a phone number such as 614-555-0101"],
    ['ICD code without its dot', 'icd10.csv', 'Q87.40', 'Q8740', "icd10.csv, row 2, column code: 'Q8740' is not an ICD-10-CM code such as Q87.40"],
    ['ICD code twice', 'icd10.csv', 'Q87.40', 'Q02', "icd10.csv, row 3, column code: 'Q02' stands already in row 2"],
    ['unknown kind of name', 'names.csv', 'last,', 'family,', "names.csv, row 4, column kind: 'family' is not one of first-female, first-male, last"],
    ['no last name', 'names.csv', 'last,', 'first-male,', 'names.csv, column kind: there is no name of the kind last'],
  ]

  it.each(bad)('%s', (_name, file, from, to, problem) => {
    const whole = FILES[file] ?? ''
    expect(whole, 'the text to spoil').toContain(from)
    write({ [file]: whole.replace(from, to) })
    expect(problems(readAll)).toContainEqual(expect.stringContaining(problem))
  })

  it('all of them at once, over all files of the catalogue', () => {
    write({
      'tests.csv': (FILES['tests.csv'] ?? '')
        .replace(',wes,', ',exome,')
        .replace('4980.00', 'dear')
        .replace('12,Blood', '12,Spit'),
      'consents.csv': (FILES['consents.csv'] ?? '').replace('checkbox', 'tick'),
    })
    let thrown: unknown
    try {
      readCatalogue(dir)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(DataFilesInvalid)
    // a test with a wrong cell is still there for the add-ons that name it: no problem follows from another
    expect((thrown as DataFilesInvalid).problems.map(({ file, row, column }) => [file, row, column])).toEqual(
      [
        ['tests.csv', 2, 'category'],
        ['tests.csv', 2, 'listPrice'],
        ['tests.csv', 3, 'specimens'],
        ['consents.csv', 3, 'kind'],
      ],
    )
  })

  it('a file that is missing, or not UTF-8', () => {
    write()
    rmSync(join(dir, 'consents.csv'))
    writeFileSync(
      join(dir, 'categories.csv'),
      Buffer.from('category,name,description\nwes,Exôme,x', 'latin1'),
    )
    // and nothing is said of the tests that name the consents of the missing file
    expect(problems(() => readCatalogue(dir))).toEqual([
      'categories.csv: the file is not UTF-8 text: save it as "CSV UTF-8"',
      'consents.csv: the file is missing',
    ])
  })
})

describe('the shipped files', () => {
  const catalogue = readCatalogue('data/catalogue')
  const institutions = readInstitutions('data/institutions.csv')

  it('have at least 120 tests and every category among them', () => {
    expect(catalogue.tests.length).toBeGreaterThanOrEqual(120)
    expect(new Set(catalogue.tests.map((test) => test.category))).toEqual(new Set(CATEGORIES))
    expect(catalogue.addOns.length).toBeGreaterThanOrEqual(30)
  })

  it('ask for the testing consent with every test, and have the three single checkboxes', () => {
    const testing = catalogue.consents.find((consent) => consent.title === TESTING_CONSENT_TITLE)
    expect(testing).toMatchObject({ kind: 'yes-no', required: true })
    expect(catalogue.tests.filter((test) => !test.consents.includes(testing?.id ?? ''))).toEqual([])
    expect(catalogue.consents.filter((one) => one.kind === 'checkbox').map((one) => one.title)).toEqual([
      'Incidental findings reporting',
      'Findings in genes without known disease association',
      'Samples from New York State',
    ])
  })

  it('have a display code of the VA single gene test, and add-ons of known hospitals only', () => {
    expect(catalogue.tests.filter((test) => test.displayTestCode === '1300')).toHaveLength(1)
    const hospitals = new Set(institutions.map((institution) => institution.code))
    const named = catalogue.addOns.map((addOn) => addOn.hospitalCode).filter(Boolean)
    expect(named.filter((hospital) => !hospitals.has(hospital))).toEqual([])
  })

  it('have invented institutions with reserved phone numbers, one with a parent', () => {
    expect(institutions.length).toBeGreaterThanOrEqual(6)
    expect(institutions.find((institution) => institution.code === '1002')?.parentCode).toBe('1001')
    for (const { phone } of institutions) expect(phone).toMatch(/^\d{3}-555-01\d\d$/)
  })

  it('have names and diagnosis codes enough for a demo', () => {
    const names = readNames('data/demo/names.csv')
    expect([names.firstFemale.length, names.firstMale.length, names.last.length]).toEqual([60, 60, 90])
    expect(readIcd10('data/icd10.csv').length).toBeGreaterThanOrEqual(450)
  })
})
