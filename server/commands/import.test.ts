import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tableRegistry } from '#adapters/npi-registry/table.ts'
import { registeredNameRefusal } from '#domain/npi/registered-name.ts'
import { administer } from '../database/connection/connect.ts'
import { DATA_VERSION, openDataDir } from '../database/embedded/data-dir.ts'
import { DEMO_USERS } from '../demo/users.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { importNpi, runImport } from './import.ts'

let database: TestDatabase
let dir: string
beforeAll(async () => {
  database = await testDatabase()
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-import-'))
})
afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
  await database.drop()
})

const HEAD =
  'code,displayTestCode,name,category,testType,genes,geneCount,geneChoice,turnaroundDays,specimens,specimenNote,listPrice,cptCodes,consents,sex,relatives,method,description,displayInCatalog'
const EXOME = '1600,none,Exome,wes,Exome,,19433,,30,Blood|Saliva,,4980.00,81415,testing,,0,NGS,Reads all.,yes'
const PANEL = '2008,,Small panel,ngs,Panel,FMR1|ABCA3,,,12,Blood,,290,,testing,Female,0,NGS,Reads two.,no'
const GOOD: Record<string, string> = {
  'categories.csv': 'category,name,description\nwes,Exomes,Words\nngs,Panels,Words',
  'consents.csv':
    'id,title,text,kind,required,category,institutions\ntesting,Testing,Agrees,yes-no,yes,Testing,',
  'tests.csv': [HEAD, EXOME, PANEL].join('\n'),
  'add-ons.csv': 'testCode,hospitalCode,addOnTestCode\n1600,,2008',
  'sections.csv':
    'testCode,category,section,setting\n,wes,notes,"{""shown"":true,""required"":false,""hint"":""Findings""}"',
  'related-tests.csv': 'testCode,kind,relatedTestCode\n1600,pair,2008',
  'client-codes.csv': 'clientCode,hospitalCode,testCode\nEXOME,,1600',
  'va-tests.csv': 'panel,testCode\nNerves,2008',
  'va-stations.csv': 'number,name,city,state\n901,Cedar VA,Omaha,NE\n902,Quay VA,Albany,NY',
  // The grandchild comes first, before the institutions it belongs to.
  'institutions.csv':
    'code,name,parentCode,addressLine1,city,state,postalCode,phone\n9003,Ward,9002,1 Lane,Town,OH,43215,614-555-0101\n9002,House,9001,2 Lane,Town,OH,43215,614-555-0102\n9001,Group,,3 Lane,Town,OH,43215,614-555-0103',
  'icd10.csv': 'code,description\nQ87.40,Marfan syndrome\nU09.9,Post COVID-19 condition',
}

beforeEach(async () => {
  for (const [name, content] of Object.entries(GOOD)) await writeFile(path.join(dir, name), content)
})

/** Runs `npm run import -- args` against the test database. */
function run(...args: string[]) {
  return runWith({ DATABASE_URL: database.url, KARYO_SECRET: TEST_SECRET }, args)
}
async function runWith(environment: NodeJS.ProcessEnv, args: string[]) {
  const output: string[] = []
  const code = await runImport(args, environment, (line) => output.push(line))
  return { code, output: output.join('\n') }
}
const source = (name: string) => path.join(dir, name)

/** Everything the command can write, as stored in the tables. */
function stored() {
  return administer(database.url, async (db) => ({
    tests: await db.selectFrom('test').select(['code', 'name', 'orderable']).orderBy('code').execute(),
    consents: await db.selectFrom('test_consent').selectAll().orderBy('test_code').execute(),
    addOns: await db.selectFrom('add_on_test').select('add_on_test_code').execute(),
    institutions: await db
      .selectFrom('institution')
      .select(['code', 'parent_code'])
      .orderBy('code')
      .execute(),
    icd10: await db.selectFrom('icd10').select('code').orderBy('code').execute(),
  }))
}

describe('npm run import', () => {
  it('imports a catalogue, codes and institutions, and prints one line for each', async () => {
    expect(await run('catalogue', dir)).toEqual({
      code: 0,
      output:
        'Imported the catalogue: tests 2, categories 2, consents 1, add-ons 1, sections 1, related tests 1, client codes 1, VA tests 1, VA stations 2, questionnaires 0, assignments of questionnaires 0, specimen types 0, specimen requirements 0, blood history questions 0, settings of tests 0, tests of known variants 0, versions of consent texts 0, consent policies 0, consent conflicts 0, consents that decide about findings 0, rules of states 0, test approvals 0, tests for adult-onset disorders 0, tests that ask for findings 0. Tests that can no longer be ordered: 0.',
    })
    expect(await run('icd10', source('icd10.csv'))).toEqual({
      code: 0,
      output:
        'Imported the ICD-10-CM codes: for billing 2, headings 0, in the laboratory’s selection 0. All others were removed.',
    })
    expect(await run('institutions', source('institutions.csv'))).toMatchObject({ code: 0 })
    expect(await stored()).toEqual({
      tests: [
        { code: '1600', name: 'Exome', orderable: true },
        { code: '2008', name: 'Small panel', orderable: true },
      ],
      consents: ['1600', '2008'].map((code) => ({ test_code: code, consent_id: 'testing' })),
      addOns: [{ add_on_test_code: '2008' }],
      institutions: [
        { code: '9001', parent_code: null },
        { code: '9002', parent_code: '9001' },
        { code: '9003', parent_code: '9002' },
      ],
      icd10: [{ code: 'Q87.40' }, { code: 'U09.9' }],
    })
  })

  it('updates existing rows, and keeps a removed test for its orders but not orderable', async () => {
    await run('catalogue', dir)
    await writeFile(source('tests.csv'), [HEAD, EXOME.replace(',Exome,', ',Exome two,')].join('\n'))
    await writeFile(source('add-ons.csv'), 'testCode,hospitalCode,addOnTestCode')
    await writeFile(source('related-tests.csv'), 'testCode,kind,relatedTestCode')
    await writeFile(source('va-tests.csv'), 'panel,testCode')
    expect((await run('catalogue', dir)).output).toContain('Tests that can no longer be ordered: 1.')
    const { tests, addOns } = await stored()
    expect(tests).toEqual([
      { code: '1600', name: 'Exome two', orderable: true },
      { code: '2008', name: 'Small panel', orderable: false },
    ])
    expect(addOns).toEqual([])
  })

  it('accepts a catalogue without consents', async () => {
    await writeFile(source('consents.csv'), 'id,title,text,kind,required,category,institutions')
    await writeFile(source('tests.csv'), [HEAD, EXOME, PANEL].join('\n').replaceAll(',testing,', ',,'))
    expect(await run('catalogue', dir)).toMatchObject({
      code: 0,
      output: expect.stringContaining('consents 0,'),
    })
    expect((await stored()).consents).toEqual([])
  })

  it('lists every problem, one per line, and writes nothing', async () => {
    await run('catalogue', dir)
    const before = await stored()
    await writeFile(source('tests.csv'), [HEAD, EXOME.replace('4980.00', 'much'), PANEL].join('\n'))
    await writeFile(
      source('consents.csv'),
      'id,title,text,kind,required,category,institutions\nother,Other,Agrees,maybe,yes,Other,',
    )
    const { code, output } = await run('catalogue', dir)
    expect(code).toBe(1)
    expect(output.split('\n')).toEqual([
      "tests.csv, row 2, column listPrice: 'much' is not a price such as 2450.00",
      "consents.csv, row 2, column kind: 'maybe' is not one of yes-no, checkbox",
      "tests.csv, row 2, column consents: 'testing' is not the id of a consent in consents.csv",
      "tests.csv, row 3, column consents: 'testing' is not the id of a consent in consents.csv",
      'Nothing was imported.',
    ])
    expect(await stored()).toEqual(before)
  })

  it('imports payers, contracts and prices, and names tests that are not in the catalogue', async () => {
    await run('catalogue', dir)
    const coverage = path.join(dir, 'coverage')
    await mkdir(coverage, { recursive: true })
    const files = {
      'payers.csv':
        'id,name,aliases,kind,clearinghouseId,memberIdPatterns,memberIdHint,phone\nalder,Alder Health,Alder|AH,Commercial,,,,',
      'contracts.csv':
        'payerId,effectiveFrom,effectiveUntil,inNetwork,copayBeforeDeductible,balanceBilling,allowedShare\nalder,2026-01-01,,yes,no,no,62.5',
      'contract-prices.csv':
        'payerId,effectiveFrom,effectiveUntil,testCode,cptCode,allowed,share\nalder,2026-01-01,,,81415,1500.50,',
      'rules.csv':
        'payerId,effectiveFrom,effectiveUntil,testCode,category,covered,authorizationRequired,documents,note\nalder,2026-01-01,,,wes,yes,yes,Letter|Insurance Card: both sides,',
      'prices.csv': 'testCode,effectiveFrom,effectiveUntil,listPrice,selfPayPrice\n1600,2026-01-01,,4980.00,',
      'assistance.csv':
        'name,effectiveFrom,effectiveUntil,incomeBase,incomePerPerson,discount,most\nFull,2026-01-01,,30000,10000,100,0',
    }
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(coverage, name), content)
    expect(await run('coverage', coverage)).toEqual({
      code: 0,
      output:
        'Imported coverage: payers 1, contracts 1, contract prices 1, rules 1, prices of tests 1, assistance tiers 1. Everything else was removed.',
    })
    await writeFile(path.join(coverage, 'prices.csv'), files['prices.csv'].replace('1600', '1606'))
    expect(await run('coverage', coverage)).toEqual({
      code: 1,
      output:
        "prices.csv, row 2, column testCode: '1606' is not the code of a test in the catalogue\nNothing was imported.",
    })
    const rows = await administer(database.url, (db) =>
      db
        .selectFrom('test_price')
        .innerJoin('payer_contract', (join) => join.onTrue())
        .selectAll()
        .execute(),
    )
    expect(rows).toMatchObject([{ test_code: '1600', list_cents: 498_000, allowed_share: 6_250 }])
  })

  it('writes nothing if the database refuses part of it', async () => {
    await run('institutions', source('institutions.csv'))
    const before = await stored()
    const rows = (GOOD['institutions.csv'] ?? '').split('\n')
    const withNul = `${rows[0]}\n9004,Fine,,1 Lane,Town,OH,43215,614-555-0101\n9005,A\0B,,1 Lane,Town,OH,43215,614-555-0101`
    await writeFile(source('institutions.csv'), withNul)
    expect(await run('institutions', source('institutions.csv'))).toMatchObject({ code: 1 })
    expect(await stored()).toEqual(before)
  })

  it('imports NPI records: adds new ones, updates known ones, keeps the others', async () => {
    const names = () =>
      administer(database.url, async (db) => {
        const { rows } = await sql<{ name: string }>`
          select npi || ' ' || last_name as name from npi_record
          where npi in ('1234567893', '1000000012', '1000000996') order by npi`.execute(db)
        return rows.map((row) => row.name)
      })
    const file = path.join(import.meta.dirname, '../../data/npi.csv')
    expect(await run('npi', file)).toEqual({
      code: 0,
      output: 'Imported NPI records: 41. All others are unchanged.',
    })
    expect(await names()).toEqual(['1000000012 MOREAU', '1234567893 OKAFOR'])
    const [head = '', ada = ''] = (await readFile(file, 'utf8')).split('\n')
    const another = ada.replace('1234567893', '1000000996')
    await writeFile(source('npi.csv'), [head, ada.replace('OKAFOR', 'EZE'), another].join('\n'))
    expect(await run('npi', source('npi.csv'))).toMatchObject({ code: 0 })
    const changed = ['1000000012 MOREAU', '1000000996 OKAFOR', '1234567893 EZE']
    expect(await names()).toEqual(changed)

    const wrong = Array.from({ length: 150 }, () => ada.replace('1234567893', '1234567890'))
    await writeFile(source('npi.csv'), [head, ada, ...wrong].join('\n'))
    const { code, output } = await run('npi', source('npi.csv'))
    const lines = output.split('\n')
    expect(code).toBe(1)
    expect(lines[0]).toBe(
      "npi.csv, row 3, column NPI: '1234567890' is not an NPI: ten digits with their check digit",
    )
    expect(lines.slice(100)).toEqual(['npi.csv: 50 further problems', 'Nothing was imported.'])
    expect(await names()).toEqual(changed)
    expect(await run('npi', source('no.csv'))).toEqual({
      code: 1,
      output: 'no.csv: the file is missing\nNothing was imported.',
    })
  })

  it('the registry has a name for every demo user with an NPI', async () => {
    const registry = await administer(database.url, async (db) => {
      await importNpi(db, path.join(import.meta.dirname, '../../data/npi.csv'))
      return Promise.all(
        DEMO_USERS.filter((user) => user.npi).map(async (user) => ({
          person: user,
          record: await tableRegistry(db).lookup(user.npi ?? ''),
        })),
      )
    })
    expect(registry.length).toBeGreaterThanOrEqual(3)
    for (const { person: user, record } of registry)
      expect(record && registeredNameRefusal(user, record), user.email).toBeNull()
  })

  it('[CODE-01] refuses a catalogue with findings, names all of them, and imports it if they are accepted', async () => {
    await writeFile(
      source('tests.csv'),
      [HEAD, EXOME, PANEL.replace('FMR1', 'C10orf2').replace(',290,,', ',290,81243,')].join('\n'),
    )
    await writeFile(
      source('procedure-codes.csv'),
      'code,validFrom,validUntil,minimumGenes,maximumGenes,namedGenes,source\n81415,,,,,,\n81243,,2020-12-31,,,,',
    )
    const refused = await run('catalogue', dir)
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(/tests.csv, row 3, column genes: 'C10orf2' is a previous symbol of TWNK/)
    expect(refused.output).toContain("tests.csv, row 3, column cptCodes: '81243' ended on 2020-12-31")
    expect(refused.output).toMatch(/Nothing was imported.$/)
    const accepted = await run('catalogue', dir, '--despite-findings')
    expect(accepted.code).toBe(0)
    expect(accepted.output).toMatch(
      /C10orf2[\s\S]*Imported in spite of \d findings.[\s\S]*Imported the catalogue/,
    )
    await rm(source('procedure-codes.csv'))
  })

  it('prints its usage, and names a missing file', async () => {
    for (const args of [[], ['tests', dir], ['catalogue'], ['icd10', 'a', 'b'], ['toString', dir]])
      expect(await run(...args)).toMatchObject({
        code: 1,
        output: expect.stringContaining('Usage: npm run import'),
      })
    expect(await run('icd10', source('no.csv'))).toEqual({
      code: 1,
      output: 'no.csv: the file is missing\nNothing was imported.',
    })
    expect(await run('icd10', dir)).toEqual({
      code: 1,
      output: 'codes.csv: the file is missing\nNothing was imported.',
    })
  })

  it('refuses while the portal is using the data directory of an embedded database', async () => {
    const portal = await openDataDir(path.join(dir, 'data'), DATA_VERSION)
    try {
      const { code, output } = await runWith({ DATA_DIR: portal.path }, ['icd10', source('icd10.csv')])
      expect(code).toBe(1)
      expect(output).toContain(`is in use by process ${process.pid}: stop that one first`)
    } finally {
      await portal.close()
    }
  })
})

it('[OPS-16] imports retention periods, and says what is erased from then on', async () => {
  await writeFile(
    source('retention.csv'),
    'kind,days,daysOnRequest\nfamily,,\norder,3650,\ndraft,90,0\nmessage,,\npayer-check,,\nkit,,\nmail,,\ninvitation,,\n',
  )
  expect(await run('retention', source('retention.csv'))).toEqual({
    ...{
      code: 0,
      output: expect.stringContaining('Erased every day: order after 3,650 days, draft after 90 days.'),
    },
  })
  await writeFile(source('retention.csv'), 'kind,days,daysOnRequest\norder,10,\n')
  const { code, output } = await run('retention', source('retention.csv'))
  expect([code, output]).toEqual([1, expect.stringContaining('Nothing was imported.')])
})
