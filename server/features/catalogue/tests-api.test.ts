import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClientTestCode, TestSummary } from '#contract/catalogue.ts'
import { createLink } from '#domain/catalogue/create-link.ts'
import { vaMenu } from '#domain/va/va-menu.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** A path's reply to an anonymous client, the same for the path as given and in both other letter cases. */
async function getPublic<T>(path: string, headers: Record<string, string> = {}): Promise<T> {
  const [route = '', query] = path.split('?')
  const answers: unknown[] = []
  for (const spelled of [route, ...spellings(route)]) {
    const response = await portal.request(query === undefined ? spelled : `${spelled}?${query}`, { headers })
    expect([spelled, response.status]).toEqual([spelled, 200])
    answers.push(await response.json())
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
  return answers[0] as T
}

/** The path with its fixed parts in lower and in upper case; codes are left as they are. */
function spellings(route: string): string[] {
  const fixed = (segment: string) => /^[a-z-]+$/i.test(segment) && !['none', 'NO9'].includes(segment)
  const change = (how: (segment: string) => string) =>
    route
      .split('/')
      .map((segment) => (fixed(segment) ? how(segment) : segment))
      .join('/')
  return [change((segment) => segment.toLowerCase()), change((segment) => segment.toUpperCase())]
}

async function refused(path: string, options: Parameters<TestPortal['request']>[1] = {}) {
  const { status, code, detail } = await problemIn(await portal.request(path, options))
  return { status, code, detail }
}

const codesOf = (tests: readonly TestSummary[]) => tests.map(({ code }) => code)
const notFound = (code: string) => ({ status: 404, code: 'not-found', detail: `There is no test ${code}.` })

describe('[API-13] tests by a list of client test codes', () => {
  const send = (codes: string) =>
    getPublic<ClientTestCode[]>('/api/Tests/clientTestCodes', { clientTestCodes: codes })
  const pairs = async (codes: string) =>
    (await send(codes)).map(({ clientTestCode, testCode }) => [clientTestCode, testCode])

  test.each([
    [
      'a clinic’s own, in the order given',
      'P-18,P-17',
      [
        ['P-18', 'EPI2'],
        ['P-17', 'WES1'],
      ],
    ],
    ['a code for every clinic', 'EXOME', [['EXOME', 'WES1']]],
    ['a display code', '1300', [['1300', 'ONE7']]],
    ['a raw code', 'CYS4', [['CYS4', 'CYS4']]],
    [
      'all kinds, with blanks, an unknown code and a duplicate',
      ' CYS4 ,ZZZ, P-17,1300,,CYS4',
      [
        ['CYS4', 'CYS4'],
        ['P-17', 'WES1'],
        ['1300', 'ONE7'],
      ],
    ],
    ['the code shown if there is no display code', 'none', []],
    ['nothing', '', []],
  ])('%s', async (_what, codes, expected) => {
    expect(await pairs(codes)).toEqual(expected)
  })

  test('returns the test for each code', async () => {
    const [first] = await send('P-17')
    expect(first?.test).toMatchObject({
      code: 'WES1',
      testName: 'Whole Exome',
      testType: 'Panel',
      category: 'wes',
    })
  })

  test('returns nothing if the header is missing, and refuses one that is far too long', async () => {
    expect(await getPublic('/api/Tests/clientTestCodes')).toEqual([])
    const headers = { clientTestCodes: 'A,'.repeat(2001) }
    expect(await refused('/api/Tests/clientTestCodes', { headers })).toMatchObject({ status: 422 })
  })
})

test('[API-16] the genes of a test by its client test code', async () => {
  for (const code of ['P-18', 'EPI2'])
    expect(await getPublic(`/api/Tests/clientTestCode/${code}/genes`)).toEqual(['SCN1A', 'KCNQ2'])
  expect(await getPublic('/api/Tests/clientTestCode/1300/genes')).toEqual(['SCN1A', 'MECP2'])
  expect(await refused('/api/Tests/clientTestCode/NO9/genes')).toEqual(notFound('NO9'))
})

test('[API-17 ORDER-05] the add-on tests of a test code and hospital code, appended to the create link', async () => {
  const addOns = async (query: string) =>
    codesOf(await getPublic<TestSummary[]>(`/api/Tests/code/WES1/add-on-tests${query}`))
  expect(await addOns('')).toEqual(['CYS4'])
  expect(await addOns(`?institutionCode=${PARENT}`)).toEqual(['CYS4'])
  expect(await addOns(`?institutionCode=${CHILD}`)).toEqual(['CYS4', 'EPI2'])
  const link = async (query: string) => createLink({ testCode: 'WES1', addOns: await addOns(query) })
  expect(await link(`?institutionCode=${PARENT}`)).toEqual({ test: ['WES1', 'CYS4'] })
  expect(await link(`?institutionCode=${CHILD}`)).toEqual({ test: ['WES1', 'CYS4', 'EPI2'] })
  expect(await getPublic('/api/Tests/code/OVA3/add-on-tests')).toEqual([])
  expect(await refused('/api/Tests/code/NO9/add-on-tests')).toEqual(notFound('NO9'))
})

test('[API-18] the consent questions of a test, by category and institution', async () => {
  const search = async (query: string) =>
    (await getPublic<{ id: string }[]>(`/api/Tests/code/TRI6/consents${query}`)).map(({ id }) => id)
  expect(await search('')).toEqual(['testing', 'research', 'new-york'])
  expect(await search(`?institutionCode=${CHILD}`)).toEqual(['testing', 'research', 'new-york', 'child-only'])
  expect(await search(`?institutionCode=${PARENT}`)).toEqual(['testing', 'research', 'new-york'])
  expect(await search(`?category=research&institutionCode=${CHILD}`)).toEqual(['research', 'child-only'])
  expect(await search('?category=Retention')).toEqual(['new-york'])
  expect(await search('?category=Weather')).toEqual([])
  const [first] = await getPublic<object[]>('/api/Tests/code/TRI6/consents?category=Testing')
  expect(first).toEqual({
    ...{ id: 'testing', title: 'Consent for genetic testing', text: 'Do you agree?', kind: 'yes-no' },
    ...{ required: true, category: 'Testing' },
  })
  expect(await refused('/api/Tests/code/NO9/consents')).toEqual(notFound('NO9'))
})

describe('[API-19] the tests of the public catalogue', () => {
  const listed = async (path: string) => codesOf(await getPublic<TestSummary[]>(path))

  test('lists all by name, without those that are not shown', async () => {
    expect(await listed('/api/tests')).toEqual([
      ...['CON5', 'PAN8', 'CYS4', 'EPI2', 'TRI6', 'KNO9', 'OVA3', 'WES1'],
    ])
  })

  test.each([
    ['keywords=exome', ['TRI6', 'WES1']],
    ['keywords=scn1a', ['EPI2', 'WES1', 'PAN8']],
    ['keywords=1300', []],
    ['keywords=scn1a&orderBy=testName%20DESC', ['WES1', 'EPI2', 'PAN8']],
    ['orderBy=geneCount%20DESC&categoryName=wes', ['TRI6', 'WES1']],
    ['orderBy=code%20desc&categoryName=wes', ['WES1', 'TRI6']],
    ['orderBy=category&keywords=cftr', ['CYS4', 'WES1']],
    ['orderBy=category%20DESC&keywords=cftr', ['WES1', 'CYS4']],
    ['categoryName=ngs&keywords=panel', ['PAN8', 'EPI2', 'OVA3']],
    ['categoryName=WES', ['TRI6', 'WES1']],
    ['categoryName=category%20wes', ['TRI6', 'WES1']],
    ['categoryName=cma', []],
  ])('finds by %s', async (query, expected) => {
    expect(await listed(`/api/tests?${query}`)).toEqual(expected)
  })

  test("filters by a category's key or name", async () => {
    expect(await listed('/api/tests/category-name/wes')).toEqual(['TRI6', 'WES1'])
    expect(await listed('/api/tests/category-name/Category%20confirmation')).toEqual(['CON5', 'KNO9'])
  })

  test('an unknown category is not found, an unknown sort field is refused', async () => {
    const unknown = { status: 404, code: 'not-found', detail: 'There is no category zebra.' }
    expect(await refused('/api/tests/category-name/zebra')).toEqual(unknown)
    expect(await refused('/api/tests?categoryName=zebra')).toEqual(unknown)
    expect(await refused('/api/tests?orderBy=price')).toMatchObject({ code: 'invalid-fields' })
  })
})

describe('[API-20] one test', () => {
  test('[SUBJ-06] says for which ages it is offered, on its own and in every list, in the same words', async () => {
    const lists = [
      '/api/Tests/online-orderable?keywords=CYS4',
      '/api/tests?keywords=CYS4',
      '/api/tests/code/CYS4',
      '/api/tests/code/WES1',
      '/api/Tests/code/WES1/add-on-tests',
    ]
    const ages = { fromAge: '18y', untilAge: '', label: 'Adults only' }
    const replies = async () => {
      const found = await Promise.all(lists.map((path) => getPublic<unknown>(path)))
      return found.map((reply) => JSON.stringify(reply).split('Adults only (from 18 years)').length - 1)
    }
    expect(await replies()).toEqual([0, 0, 0, 0, 0])
    await administer(portal.database.url, (db) =>
      db
        .insertInto('test_setting')
        .values({ test_code: 'CYS4', topic: 'subjects', setting: JSON.stringify({ ages, gestation: [] }) })
        .execute(),
    )
    try {
      expect(await replies()).toEqual([1, 1, 1, 1, 1])
    } finally {
      await administer(portal.database.url, (db) =>
        db.deleteFrom('test_setting').where('test_code', '=', 'CYS4').execute(),
      )
    }
  })

  test('has everything that ordering it needs, as offered at an institution', async () => {
    const everywhere = await getPublic<{ consents: { id: string }[]; addOnTests: TestSummary[] }>(
      '/api/tests/code/TRI6',
    )
    expect(everywhere).toMatchObject({
      code: 'TRI6',
      relatives: 2,
      geneChoice: 'all',
      displayTestCode: 'none',
    })
    expect(everywhere).toMatchObject({
      sections: [
        { section: 'notes', setting: { shown: true, required: false, hint: '' } },
        { section: 'familyHistory', setting: { shown: true, required: false, hint: 'Of both parents.' } },
      ],
    })
    expect(everywhere.consents.map(({ id }) => id)).toEqual(['testing', 'research', 'new-york'])
    const atChild = await getPublic<typeof everywhere>(`/api/tests/code/TRI6?institutionCode=${CHILD}`)
    expect(atChild.consents.map(({ id }) => id)).toContain('child-only')
    const exome = await getPublic<typeof everywhere>(`/api/tests/code/WES1?institutionCode=${CHILD}`)
    expect(codesOf(exome.addOnTests)).toEqual(['CYS4', 'EPI2'])
    expect(await getPublic('/api/tests/code/ONE7')).toMatchObject({
      geneChoice: 'one',
      genes: ['SCN1A', 'MECP2'],
    })
    expect(await refused('/api/tests/code/NO9')).toEqual(notFound('NO9'))
  })

  test('has its sections, whose setting is a JSON string', async () => {
    const sections = await getPublic<{ section: string; setting: string }[]>('/api/Tests/code/KNO9/sections')
    expect(sections.map(({ section, setting }) => [section, JSON.parse(setting)])).toEqual([
      ['familyTesting', { shown: true, required: true, hint: '' }],
    ])
    expect(await getPublic('/api/Tests/code/CYS4/sections')).toEqual([])
    expect(await refused('/api/Tests/code/NO9/sections')).toEqual(notFound('NO9'))
  })

  test.each([
    ['WES1', PARENT, 'P-17'],
    ['WES1', CHILD, 'EXOME'],
    ['ONE7', PARENT, '1300'],
    ['TRI6', PARENT, 'TRI6'],
    ['EPI2', FOREIGN, 'EPI2'],
  ])('has the client code: %s at %s is %s', async (code, hospital, clientTestCode) => {
    const answer = await getPublic(`/api/Tests/code/${code}/hospitalCode/${hospital}/clientCode`)
    expect(answer).toMatchObject({ clientTestCode, testCode: code, test: { code } })
  })

  test('has no details if the test is unknown', async () => {
    expect(await refused(`/api/Tests/code/NO9/hospitalCode/${PARENT}/clientCode`)).toEqual(notFound('NO9'))
  })
})

test('[API-21] the tests for a pair, and for the parents', async () => {
  expect(codesOf(await getPublic('/api/Tests/pair/WES1'))).toEqual(['TRI6'])
  expect(codesOf(await getPublic('/api/Tests/parental/WES1'))).toEqual(['CON5', 'KNO9'])
  expect(await getPublic('/api/Tests/pair/CYS4')).toEqual([])
  expect(await getPublic('/api/Tests/parental/EPI2')).toEqual([])
  for (const kind of ['pair', 'parental'])
    expect(await refused(`/api/Tests/${kind}/NO9`)).toEqual(notFound('NO9'))
})

test('[API-23] VA stations, of one state by its code or name', async () => {
  const numbers = async (query: string) =>
    (await getPublic<{ stationNumber: string }[]>(`/api/vastation${query}`)).map((one) => one.stationNumber)
  expect(await numbers('')).toEqual(['901', '902', '902A1'])
  expect(await numbers('?state=NY')).toEqual(['902', '902A1'])
  expect(await numbers('?state=new%20york')).toEqual(['902', '902A1'])
  expect(await numbers('?state=Atlantis')).toEqual([])
  expect((await getPublic<object[]>('/api/vastation?state=ne'))[0]).toEqual({
    ...{ stationNumber: '901', name: 'Cedar VA Medical Center', city: 'Omaha', state: 'NE' },
  })
})

test('[API-25] the tests of VA hospitals by panel, for the menu', async () => {
  const panels = await getPublic<{ panel: string; tests: TestSummary[] }[]>('/api/tests/VA')
  expect(panels.map(({ panel, tests }) => [panel, codesOf(tests)])).toEqual([
    ['Nerves', ['EPI2', 'WES1']],
    ['Single Gene', ['ONE7']],
    ['Often Ordered', ['EPI2']],
  ])
  expect(vaMenu(panels).map((entry) => [entry.test.code, entry.displayCode])).toEqual([
    ['EPI2', ''],
    ['WES1', ''],
    ['ONE7', '1300'],
  ])
})

describe('client test codes for a list of codes', () => {
  const send = (path: string, as: string | undefined, body: unknown) =>
    portal.request(path, { ...(as ? { as } : {}), method: 'POST', body })

  test("returns the institution's codes in the order given, without unknown ones", async () => {
    for (const path of ['/api/Orders/clientTestCodes', '/api/orders/CLIENTTESTCODES']) {
      const body = { testCodes: ['EPI2', 'NO9', 'WES1', 'ONE7', 'CYS4', 'EPI2'], institutionCode: PARENT }
      const response = await send(path, 'OrderViewer@P1', body)
      const answer = (await response.json()) as ClientTestCode[]
      expect(answer.map(({ clientTestCode, testCode }) => [clientTestCode, testCode])).toEqual([
        ['P-18', 'EPI2'],
        ['P-17', 'WES1'],
        ['1300', 'ONE7'],
        ['CYS4', 'CYS4'],
      ])
    }
    const anywhere = await portal
      .as('nobody')
      .catalogue.clientTestCodes({ body: { testCodes: ['WES1', 'EPI2'] } })
    expect(anywhere.map(({ clientTestCode }) => clientTestCode)).toEqual(['EXOME', 'EPI2'])
  })

  test('is refused without a token, and if the list is not a list', async () => {
    expect((await send('/api/Orders/clientTestCodes', undefined, { testCodes: [] })).status).toBe(401)
    const wrong = await problemIn(
      await send('/api/Orders/clientTestCodes', 'OrderViewer@P1', { testCodes: [''] }),
    )
    expect(wrong).toMatchObject({ status: 422, errors: [{ path: '/testCodes/0' }] })
  })
})

describe('orderable tests of an institution', () => {
  test('are grouped by type', async () => {
    for (const path of [`/api/Tests/institution/${PARENT}`, `/api/tests/INSTITUTION/${PARENT}`]) {
      const response = await portal.request(path, { as: 'OrderViewer@P1' })
      const groups = (await response.json()) as { testType: string; tests: TestSummary[] }[]
      expect(groups.map(({ testType, tests }) => [testType, codesOf(tests)])).toEqual([
        ['Confirmation', ['KNO9']],
        ['Exome', ['TRI6']],
        ['Panel', ['CON5', 'PAN8', 'CYS4', 'EPI2', 'OVA3', 'WES1']],
        ['Single Gene', ['ONE7']],
      ])
    }
  })

  test('are visible to its users', async () => {
    const at = (hospital: string, as: string) =>
      problemOfCall(portal.as(as).catalogue.testsOfInstitution({ params: { hospital } }))
    expect(await at(FOREIGN, 'SuperUser@P1')).toMatchObject({ status: 404 })
    expect(await at(PARENT, 'SuperUser@C1')).toMatchObject({ status: 404 })
    expect(await at(PARENT, 'UserAdmin@P1')).toMatchObject({ status: 403 })
  })
})
