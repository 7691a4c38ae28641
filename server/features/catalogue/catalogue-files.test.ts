import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TESTING_CONSENT_TITLE } from '#domain/consent/consent.ts'
import { DataFilesInvalid } from '#server/csv/data-table.ts'
import { readCatalogue, readInstitutions, readNames } from './catalogue-files.ts'
import { readIcd10 } from './icd10/files.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'karyo-data-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** A small but complete catalogue; each case below breaks one thing in it. */
const FILES: Record<string, string> = {
  'categories.csv': 'category,name,description\nwes,Exomes,Words\nngs,Panels,Words',
  'consents.csv':
    'id,title,text,kind,required,category,institutions\ntesting,Testing,Agrees,yes-no,yes,Testing,\nstate,State,Was there,checkbox,no,Retention,1001|1002',
  'tests.csv': [
    'code,displayTestCode,name,category,testType,genes,geneCount,geneChoice,turnaroundDays,specimens,specimenNote,listPrice,cptCodes,consents,sex,relatives,method,description,displayInCatalog',
    '1600,none,Exome trio,wes,Exome,,19433,,30,Blood|Saliva,3 mL,4980.00,81415|81416|81416,testing|state,,2,NGS,Reads all.,yes',
    '2008,,Fragile X,ngs,Single Gene,FMR1,,all,12,Blood,,290,81243,testing,Female,0,PCR,Counts repeats.,no',
    '2990,1300,Custom,ngs,Panel,FMR1|AR|DMD,2,some,12,Blood,,290,81243,testing,,0,NGS,As chosen.,no',
  ].join('\n'),
  'add-ons.csv': 'testCode,hospitalCode,addOnTestCode\n1600,,2008\n1600,1001,2008',
  'sections.csv': [
    'testCode,category,section,setting',
    ',wes,notes,"{""shown"":true,""required"":false,""hint"":""Findings""}"',
    '1600,,imaging,"{""shown"":false,""required"":true,""hint"":""Scans""}"',
  ].join('\n'),
  'related-tests.csv': 'testCode,kind,relatedTestCode\n1600,pair,2008\n1600,parental,2008',
  'client-codes.csv': 'clientCode,hospitalCode,testCode\nEXOME,,1600\nR-17,1001,1600',
  'reanalysis.csv':
    'testCode,reanalysisTest,afterMonths,byFindings,results,consents,ofDeceased\n1600,2990,18,yes,negative|uncertain,testing|state,no\n2990,2990,,yes,negative,,yes',
  'family-testing.csv':
    'testCode,until,who,atMost,classes,notTests\n2008,received,first degree,2,Uncertain significance,1600\n2990,ordered,blood,,Pathogenic|Likely pathogenic,',
  'va-tests.csv': 'panel,testCode\nNerves,2008\nOften,2008',
  'va-stations.csv': 'number,name,city,state\n901,Cedar VA,Omaha,NE\n901A1,Quay VA,Lincoln,NE',
  'institutions.csv':
    'code,name,parentCode,addressLine1,city,state,postalCode,phone\n1001,Mill,,1 Road,Town,OH,43215,614-555-0101\n1002,Mill North,1001,2 Road,Town,OH,43215-1234,614-555-0102',
  'icd10.csv': 'code,description\nQ87.40,Marfan syndrome\nQ02,Microcephaly',
  'names.csv': 'kind,name\nfirst-female,Zoë\nfirst-male,Björn\nlast,Quillbrook',
}

/** A file of codes and descriptions alone: each is for billing, on any day. */
const MICROCEPHALY = {
  ...{ code: 'Q02', description: 'Microcephaly', billable: true },
  ...{ validFrom: '', validUntil: '' },
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
    expect(catalogue.tests.map(({ code, geneChoice, geneCount }) => [code, geneChoice, geneCount])).toEqual([
      ['1600', 'all', 19433],
      ['2008', 'all', 1],
      ['2990', 'some', 2],
    ])
    expect(catalogue.consents.map(({ id, required, institutions }) => [id, required, institutions])).toEqual([
      ['testing', true, []],
      ['state', false, ['1001', '1002']],
    ])
    const notes = { testCode: '', category: 'wes', section: 'notes' }
    expect(catalogue.sections[0]).toEqual({
      ...notes,
      setting: '{"shown":true,"required":false,"hint":"Findings"}',
    })
    expect(catalogue.relatedTests[1]).toEqual({ testCode: '1600', kind: 'parental', relatedTestCode: '2008' })
    expect(catalogue.clientCodes[1]).toEqual({ clientCode: 'R-17', hospitalCode: '1001', testCode: '1600' })
    expect(catalogue.vaTests.map(({ panel }) => panel)).toEqual(['Nerves', 'Often'])
    expect(catalogue.vaStations[1]).toEqual({
      number: '901A1',
      name: 'Quay VA',
      city: 'Lincoln',
      state: 'NE',
    })
    const policies = catalogue.settings.filter((one) => one.topic === 'reanalysis')
    expect(policies.map(({ testCode, setting }) => [testCode, setting])).toEqual([
      [
        '1600',
        {
          ...{ test: '2990', afterMonths: 18, byFindings: true, results: ['negative', 'uncertain'] },
          ...{ consents: ['testing', 'state'], ofDeceased: false },
        },
      ],
      [
        '2990',
        {
          ...{ test: '2990', afterMonths: null, byFindings: true, results: ['negative'] },
          ...{ consents: [], ofDeceased: true },
        },
      ],
    ])
    expect(catalogue.addOns[0]).toEqual({ testCode: '1600', hospitalCode: '', addOnTestCode: '2008' })
    expect(institutions.map((one) => one.parentCode)).toEqual([null, '1001'])
    expect(icd10.codes[1]).toEqual(MICROCEPHALY)
    expect(names).toEqual({ firstFemale: ['Zoë'], firstMale: ['Björn'], last: ['Quillbrook'] })
  })

  it('may come from a spreadsheet: byte order mark, CRLF, blanks, empty lines', () => {
    const typed = ['\uFEFFcode, description', '', ' Q02 , Microcephaly ', ',', ''].join('\r\n')
    write({ 'icd10.csv': typed })
    expect(readAll().icd10).toEqual({ codes: [MICROCEPHALY], selection: [] })
  })
})

describe('an invalid file is reported with file, row, column and rule', () => {
  // biome-ignore format: one case a line
  const bad: [name: string, file: string, from: string, to: string, problem: string][] = [
    ['unknown category', 'tests.csv', ',wes,', ',exome,', "tests.csv, row 2, column category: 'exome' is not a category in categories.csv"],
    ['code twice', 'tests.csv', '2008,', '1600,', "tests.csv, row 3, column code: '1600' is already in row 2"],
    ['no code', 'tests.csv', '2008,,', ',,', 'tests.csv, row 3, column code: an empty cell is not a code of 1 to 20 letters and digits'],
    ['code with a comma', 'tests.csv', '2008,,', '"2,8",,', "tests.csv, row 3, column code: '2,8' is not a code of 1 to 20 letters and digits"],
    ['price in words', 'tests.csv', '4980.00', 'on request', "tests.csv, row 2, column listPrice: 'on request' is not a price such as 2450.00"],
    ['price with a sign', 'tests.csv', '4980.00', '$4980', "tests.csv, row 2, column listPrice: '$4980' is not a price such as 2450.00"],
    ['unknown specimen', 'tests.csv', 'Blood|Saliva', 'Blood|Spit', "tests.csv, row 2, column specimens: 'Spit' is neither a specimen type of the portal nor one in specimen-types.csv"],
    ['no specimen', 'tests.csv', 'Blood|Saliva', '', 'tests.csv, row 2, column specimens: an empty cell names no specimen'],
    ['unknown consent', 'tests.csv', 'testing|state', 'testing|stat', "tests.csv, row 2, column consents: 'stat' is not the id of a consent in consents.csv"],
    ['duplicate consent', 'tests.csv', 'testing|state', 'state|state', "tests.csv, row 2, column consents: 'state|state' lists something twice"],
    ['not a gene', 'tests.csv', 'FMR1', 'FMR 1', "tests.csv, row 3, column genes: 'FMR 1' is not a gene symbol"],
    ['fewer genes than listed', 'tests.csv', 'FMR1,,', 'FMR1|AR,1,', "tests.csv, row 3, column geneCount: '1' is less than the number of genes named"],
    ['no turnaround', 'tests.csv', '19433,,30', '19433,,0', "tests.csv, row 2, column turnaroundDays: '0' must be at least 1 business day"],
    ['half a day of turnaround', 'tests.csv', '19433,,30', '19433,,1.5', "tests.csv, row 2, column turnaroundDays: '1.5' is not a whole number"],
    ['unknown sex', 'tests.csv', ',Female,', ',F,', "tests.csv, row 3, column sex: 'F' is not one of Male, Female or empty"],
    ['short CPT code', 'tests.csv', '81243', '8124', "tests.csv, row 3, column cptCodes: '8124' is not a CPT code of five characters"],
    ['value other than yes or no', 'tests.csv', ',yes', ',maybe', "tests.csv, row 2, column displayInCatalog: 'maybe' is not one of yes, no"],
    ['cell missing', 'tests.csv', ',yes', '', 'tests.csv, row 2: the row does not have 19 cells like the header'],
    ['column missing', 'tests.csv', ',relatives,', ',relations,', 'tests.csv, row 1, column relatives: the column is missing'],
    ['column unknown', 'tests.csv', ',relatives,', ',relations,', 'tests.csv, row 1, column relations: there is no such column'],
    ['duplicate column', 'icd10.csv', 'code,description', 'code,description,code', 'icd10.csv, row 1, column code: the column appears twice'],
    ['unclosed quote', 'icd10.csv', 'Marfan', '"Marfan', 'icd10.csv: the file is not CSV: Quote Not Closed'],
    ['unknown kind of consent', 'consents.csv', 'checkbox', 'tick', "consents.csv, row 3, column kind: 'tick' is not one of yes-no, checkbox"],
    ['duplicate consent id', 'consents.csv', 'state,', 'testing,', "consents.csv, row 3, column id: 'testing' is already in row 2"],
    ['add-on to an unknown test', 'add-ons.csv', '1600,1001', '1601,1001', "add-ons.csv, row 3, column testCode: '1601' is not the code of a test in tests.csv"],
    ['unknown add-on test', 'add-ons.csv', '1001,2008', '1001,2009', "add-ons.csv, row 3, column addOnTestCode: '2009' is not the code of a test in tests.csv"],
    ['add-on to itself', 'add-ons.csv', '1001,2008', '1001,1600', 'add-ons.csv, row 3, column addOnTestCode: a test cannot be added to itself'],
    ['duplicate add-on', 'add-ons.csv', '1600,1001', '1600,', "add-ons.csv, row 3, column testCode, hospitalCode, addOnTestCode: '1600  2008' is already in row 2"],
    ['unknown choice of genes', 'tests.csv', ',some,', ',few,', "tests.csv, row 4, column geneChoice: 'few' is not one of all, one, some or empty"],
    ['no genes to choose from', 'tests.csv', 'FMR1|AR|DMD,2', ',2', "tests.csv, row 4, column geneChoice: 'some' leaves nothing to choose: name at least two genes"],
    ['display code that is another test’s code', 'tests.csv', '1300,Custom', '2008,Custom', "tests.csv, row 4, column displayTestCode: '2008' is already a code of test 2008"],
    ['question without a category', 'consents.csv', 'Retention', '', 'consents.csv, row 3, column category: an empty cell is not allowed here'],
    ['question with a duplicate institution', 'consents.csv', '1001|1002', '1001|1001', "consents.csv, row 3, column institutions: '1001|1001' lists something twice"],
    ['section for an unknown test', 'sections.csv', '1600,,imaging', '1601,,imaging', "sections.csv, row 3, column testCode: '1601' is not the code of a test in tests.csv"],
    ['section for both a test and a category', 'sections.csv', '1600,,imaging', '1600,wes,imaging', "sections.csv, row 3, column testCode: '1600' is wrong here: a row names either a test or a category"],
    ['section for neither a test nor a category', 'sections.csv', '1600,,imaging', ',,imaging', 'sections.csv, row 3, column testCode: an empty cell is wrong here: a row names either a test or a category'],
    ['section for an unknown category', 'sections.csv', ',wes,', ',exome,', "sections.csv, row 2, column category: 'exome' is not a category in categories.csv"],
    ['unknown section', 'sections.csv', 'imaging', 'images', "sections.csv, row 3, column section: 'images' is not one of priorTesting, imaging, familyHistory, familyTesting, notes"],
    ['duplicate section', 'sections.csv', '1600,,imaging', ',wes,notes', "sections.csv, row 3, column testCode, category, section: ' wes notes' is already in row 2"],
    ['setting that is not JSON', 'sections.csv', '""hint"":""Findings""', '""hint"":', 'is not a setting such as {"shown":true,"required":false,"hint":"Words"}'],
    ['setting with a missing key', 'sections.csv', '""shown"":true,', '', 'sections.csv, row 2, column setting: '],
    ['setting with an unknown key', 'sections.csv', '{""shown"":true', '{""more"":1,""shown"":true', 'sections.csv, row 2, column setting: '],
    ['related to an unknown test', 'related-tests.csv', 'pair,2008', 'pair,2009', "related-tests.csv, row 2, column relatedTestCode: '2009' is not the code of a test in tests.csv"],
    ['related to itself', 'related-tests.csv', 'pair,2008', 'pair,1600', 'related-tests.csv, row 2, column relatedTestCode: a test cannot be related to itself'],
    ['unknown relation', 'related-tests.csv', 'pair', 'twin', "related-tests.csv, row 2, column kind: 'twin' is not one of pair, parental"],
    ['duplicate relation', 'related-tests.csv', 'parental', 'pair', "related-tests.csv, row 3, column testCode, kind, relatedTestCode: '1600 pair 2008' is already in row 2"],
    ['client code for an unknown test', 'client-codes.csv', '1001,1600', '1001,1601', "client-codes.csv, row 3, column testCode: '1601' is not the code of a test in tests.csv"],
    ['duplicate client code', 'client-codes.csv', 'R-17', 'EXOME', "client-codes.csv, row 3, column clientCode: 'EXOME' is already in row 2"],
    ['two codes at one hospital for a test', 'client-codes.csv', 'R-17,1001', 'R-17,', "client-codes.csv, row 3, column hospitalCode, testCode: ' 1600' is already in row 2"],
    ['client code that is another test’s code', 'client-codes.csv', 'R-17', '2008', "client-codes.csv, row 3, column clientCode: '2008' is already a code of test 2008"],
    ['client code that is another test’s display code', 'client-codes.csv', 'R-17', '1300', "client-codes.csv, row 3, column clientCode: '1300' is already a code of test 2990"],
    ['client code with a comma', 'client-codes.csv', 'R-17', '"R,17"', "client-codes.csv, row 3, column clientCode: 'R,17' is not a code of 1 to 20 letters and digits"],
    ['terms of an unknown test', 'family-testing.csv', '2008,received', '2009,received', "family-testing.csv, row 2, column testCode: '2009' is not the code of a test in tests.csv"],
    ['terms for no relative', 'family-testing.csv', 'degree,2,', 'degree,0,', "family-testing.csv, row 2, column atMost: '0' is not a number from 1, or empty"],
    ['terms for no class', 'family-testing.csv', '2,Uncertain significance,', '2,,', 'family-testing.csv, row 2, column classes: an empty cell names no class'],
    ['terms after an unknown event', 'family-testing.csv', 'received', 'sent', "family-testing.csv, row 2, column until: 'sent' is not one of ordered, received"],
    ['reanalysis of an unknown test', 'reanalysis.csv', '1600,2990', '1601,2990', "reanalysis.csv, row 2, column testCode: '1601' is not the code of a test in tests.csv"],
    ['reanalysis by an unknown test', 'reanalysis.csv', '1600,2990', '1600,2991', "reanalysis.csv, row 2, column reanalysisTest: '2991' is not the code of a test in tests.csv"],
    ['reanalysis after no months', 'reanalysis.csv', ',18,', ',0,', "reanalysis.csv, row 2, column afterMonths: '0' is not a number of months from 1 to 240, or empty"],
    ['reanalysis for no reason', 'reanalysis.csv', ',18,yes', ',,no', 'reanalysis.csv, row 2, column afterMonths: an empty cell is needed if new findings do not bring a result up'],
    ['reanalysis of a positive result', 'reanalysis.csv', 'negative|', 'positive|', "reanalysis.csv, row 2, column results: 'positive' is not one of negative, uncertain"],
    ['reanalysis of no result', 'reanalysis.csv', 'negative|uncertain', '', 'reanalysis.csv, row 2, column results: an empty cell names no result'],
    ['reanalysis with an unknown consent', 'reanalysis.csv', 'testing|state', 'testing|stat', "reanalysis.csv, row 2, column consents: 'stat' is not the id of a consent in consents.csv"],
    ['unknown VA test', 'va-tests.csv', 'Often,2008', 'Often,2009', "va-tests.csv, row 3, column testCode: '2009' is not the code of a test in tests.csv"],
    ['duplicate VA test in a panel', 'va-tests.csv', 'Often', 'Nerves', "va-tests.csv, row 3, column panel, testCode: 'Nerves 2008' is already in row 2"],
    ['duplicate station', 'va-stations.csv', '901A1', '901', "va-stations.csv, row 3, column number: '901' is already in row 2"],
    ['invalid station number', 'va-stations.csv', '901A1', 'A1', "va-stations.csv, row 3, column number: 'A1' is not a station number such as 636 or 636A6"],
    ['station in an unknown state', 'va-stations.csv', 'Lincoln,NE', 'Lincoln,XX', "va-stations.csv, row 3, column state: 'XX' is not a state code"],
    ['duplicate institution', 'institutions.csv', '1002,', '1001,', "institutions.csv, row 3, column code: '1001' is already in row 2"],
    ['institution code reserved by the API', 'institutions.csv', '1002,Mill North', 'V2,Mill North', "institutions.csv, row 3, column code: 'V2' is reserved for the API’s own addresses"],
    ['unknown parent', 'institutions.csv', ',1001,2 Road', ',1009,2 Road', "institutions.csv, row 3, column parentCode: '1009' is not the code of an institution in this file"],
    ['circular parents', 'institutions.csv', ',,1 Road', ',1002,1 Road', 'institutions.csv, row 2, column parentCode: an institution cannot be its own parent or ancestor'],
    ['unknown state', 'institutions.csv', 'OH,43215,', 'ZZ,43215,', "institutions.csv, row 2, column state: 'ZZ' is not a state code"],
    ['province without a country', 'institutions.csv', 'OH,43215,', 'ON,K1A 0B1,', "institutions.csv, row 2, column postalCode: 'K1A 0B1' is not a ZIP code"],
    ['invalid phone number', 'institutions.csv', '614-555-0101', '5550101', "institutions.csv, row 2, column phone: '5550101' is not a phone number such as 614-555-0101"],
    ['ICD code without its period', 'icd10.csv', 'Q87.40', 'Q8740', "icd10.csv, row 2, column code: 'Q8740' is not an ICD-10-CM code such as Q87.40"],
    ['duplicate ICD code', 'icd10.csv', 'Q87.40', 'Q02', "icd10.csv, row 3, column code: 'Q02' is already in row 2"],
    ['unknown kind of name', 'names.csv', 'last,', 'family,', "names.csv, row 4, column kind: 'family' is not one of first-female, first-male, last"],
    ['no last name', 'names.csv', 'last,', 'first-male,', 'names.csv, column kind: no row has the kind last'],
  ]

  it('institutions may be anywhere: addresses are checked in the USA and Canada only', () => {
    const head = 'code,name,parentCode,addressLine1,city,state,postalCode,phone,country'
    const rows = [
      '1,Mill,,1 Road,Town,OH,43215,614-555-0101,',
      '2,Reach,,2 Road,Ottawa,ON,K1A 0B1,613-555-0189,CA',
      '3,Bogen,,Bogen 14,Berlin,,10115,+49 30 5550 0191,DE',
    ]
    write({ 'institutions.csv': [head, ...rows].join('\n') })
    const read = readInstitutions(join(dir, 'institutions.csv'))
    expect(read.map(({ country, otherCountry }) => [country, otherCountry])).toEqual([
      ...[
        ['USA', ''],
        ['Canada', ''],
        ['Other', 'DE'],
      ],
    ])
    write({
      'institutions.csv': [
        head,
        '4,Bay,,1 Road,Town,OH,43215,613-555-0189,CA',
        '5,Sea,,1 Road,Town,,,+99 1 2,XQ',
      ].join('\n'),
    })
    expect(problems(() => readInstitutions(join(dir, 'institutions.csv')))).toEqual([
      "institutions.csv, row 2, column state: 'OH' is not the code of a province or territory",
      "institutions.csv, row 2, column postalCode: '43215' is not a Canadian postal code",
      "institutions.csv, row 3, column country: 'XQ' is not a country code",
    ])
  })

  it.each(bad)('%s', (_name, file, from, to, problem) => {
    const text = FILES[file] ?? ''
    expect(text, 'the text to spoil').toContain(from)
    write({ [file]: text.replace(from, to) })
    expect(problems(readAll)).toContainEqual(expect.stringContaining(problem))
  })

  it('reports all problems in all files of the catalogue together', () => {
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
    // A test with an invalid cell still exists for the add-ons that name it, so one problem causes no others.
    expect((thrown as DataFilesInvalid).problems.map(({ file, row, column }) => [file, row, column])).toEqual(
      [
        ['tests.csv', 2, 'listPrice'],
        ['consents.csv', 3, 'kind'],
        ['tests.csv', 2, 'category'],
        ['tests.csv', 3, 'specimens'],
      ],
    )
  })

  it('reports a file that is missing or not UTF-8', () => {
    write()
    rmSync(join(dir, 'consents.csv'))
    writeFileSync(
      join(dir, 'categories.csv'),
      Buffer.from('category,name,description\nwes,Exôme,x', 'latin1'),
    )
    // The tests that name consents from the missing file are not reported.
    expect(problems(() => readCatalogue(dir))).toEqual([
      'categories.csv: the file is not UTF-8 text: save it as "CSV UTF-8"',
      'consents.csv: the file is missing',
    ])
  })
})

describe('the shipped files', () => {
  const catalogue = readCatalogue('data/catalogue')
  const institutions = readInstitutions('data/institutions.csv')

  it('let results come up for a reanalysis that needs no relative and comes up again itself', () => {
    const reanalysis = catalogue.settings.filter((one) => one.topic === 'reanalysis')
    const policies = new Map(reanalysis.map(({ testCode, setting }) => [testCode, setting]))
    const reanalyses = [...new Set([...policies.values()].map(({ test }) => test))]
    expect(reanalyses).toEqual(['1605', '1705'])
    for (const code of reanalyses) {
      expect(policies.get(code)?.test).toBe(code)
      expect(catalogue.tests.find((test) => test.code === code)?.relatives).toBe(0)
    }
  })

  it('have at least 120 tests and every category', () => {
    expect(catalogue.tests.length).toBeGreaterThanOrEqual(120)
    const used = catalogue.tests.map((test) => test.category)
    expect(new Set(used)).toEqual(new Set(catalogue.categories.map(({ category }) => category)))
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

  it('have a display code for the VA single gene test, and name known hospitals only', () => {
    expect(catalogue.tests.filter((test) => test.displayTestCode === '1300')).toHaveLength(1)
    const hospitals = new Set(institutions.map((institution) => institution.code))
    const named = [
      ...[...catalogue.addOns, ...catalogue.clientCodes].map((row) => row.hospitalCode).filter(Boolean),
      ...catalogue.consents.flatMap((consent) => consent.institutions),
    ]
    expect(named.filter((hospital) => !hospitals.has(hospital))).toEqual([])
  })

  it("allow a choice of genes for two tests, from a list that includes the panels' genes", () => {
    const chosen = catalogue.tests.filter((test) => test.geneChoice !== 'all')
    expect(chosen.map(({ code, geneChoice }) => [code, geneChoice])).toEqual([
      ['1213', 'one'],
      ['2990', 'some'],
    ])
    const epilepsy = catalogue.tests.find(({ code }) => code === '2001')?.genes ?? []
    for (const { genes } of chosen) expect(genes).toEqual(expect.arrayContaining(epilepsy))
  })

  it('ask the New York question everywhere, and one question at one hospital', () => {
    const titles = catalogue.consents.map(({ title, institutions }) => [title, institutions.length])
    expect(titles).toContainEqual(['Samples from New York State', 0])
    expect(titles.filter(([, hospitals]) => hospitals === 1)).toHaveLength(1)
    expect(catalogue.tests.filter((test) => !test.consents.includes('new-york'))).toEqual([])
  })

  it('require a clinical section only for tests of a known familial variant', () => {
    const needed = catalogue.sections.filter((row) => JSON.parse(row.setting).required)
    expect(needed.map(({ testCode, section }) => `${testCode} ${section}`)).toEqual(
      ['1200', '1201', '1202', '1203', '1214'].map((code) => `${code} familyTesting`),
    )
  })

  it('have VA tests, some in several panels, and VA stations', () => {
    const menu = new Set(catalogue.vaTests.map(({ testCode }) => testCode))
    expect(menu.size).toBeLessThan(catalogue.vaTests.length)
    const single = catalogue.vaTests.filter(({ panel }) => panel === 'Single Gene')
    expect(single.map(({ testCode }) => testCode)).toEqual(['1213'])
    expect(catalogue.vaStations.length).toBeGreaterThanOrEqual(15)
  })

  it('have invented institutions with reserved phone numbers, one with a parent', () => {
    expect(institutions.length).toBeGreaterThanOrEqual(6)
    expect(institutions.find((institution) => institution.code === '1002')?.parentCode).toBe('1001')
    for (const { phone } of institutions) expect(phone).toMatch(/^(\d{3}-555-01\d\d|\+49 30 5550 01\d\d)$/)
  })

  it('have enough names for a demo', () => {
    const names = readNames('data/demo/names.csv')
    expect([names.firstFemale.length, names.firstMale.length, names.last.length]).toEqual([60, 60, 90])
  })
})
