import type { CapabilityStatement, Patient } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FHIR_AUDIENCE } from '#server/testing/tokens.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { fhirOf, refusalOf } from './testing/request.ts'

let portal: TestPortal
let fhir: ReturnType<typeof fhirOf>
let orders: Record<string, Order>
beforeAll(async () => {
  portal = await startPortal()
  fhir = fhirOf(portal)
  const at = (code: string) => portal.submitted(readyOrder(), { by: `OrderSubmitter@${code}`, at: code })
  orders = { [PARENT]: await at(PARENT), [CHILD]: await at(CHILD), [FOREIGN]: await at(FOREIGN) }
})
afterAll(() => portal?.stop())

const idAt = (code: string) => orders[code]?.id ?? 0
const patientAt = (code: string) => `/Patient/${idAt(code)}-proband`
const TYPES = [
  ...['Patient', 'RelatedPerson', 'ServiceRequest', 'Specimen', 'DiagnosticReport', 'Task', 'Coverage'],
  ...['QuestionnaireResponse', 'Consent', 'Practitioner', 'Organization'],
]

describe('read access', () => {
  test('a user can read their own institution and its child institutions; others do not exist', async () => {
    const viewer = await fhir.user('OrderViewer@P1')
    for (const code of [PARENT, CHILD]) expect((await fhir.ask(patientAt(code), viewer)).status).toBe(200)
    expect(refusalOf(await fhir.ask(patientAt(FOREIGN), viewer)).slice(0, 3)).toEqual([
      404,
      'OperationOutcome',
      'not-found',
    ])
    const child = await fhir.user('OrderViewer@C1')
    expect((await fhir.ask(patientAt(PARENT), child)).status).toBe(404)
    const foreign = await fhir.user('OrderSubmitter@F1')
    expect((await fhir.ask(patientAt(PARENT), foreign)).status).toBe(404)
    expect((await fhir.ask(patientAt(FOREIGN), foreign)).status).toBe(200)
  })

  test.each(TYPES)('a search for %s finds nothing at another institution', async (type) => {
    const found = await fhir.get(`/${type}`, await fhir.user('OrderViewer@C1'))
    const text = JSON.stringify(found)
    for (const code of [PARENT, FOREIGN]) {
      expect(text).not.toContain(`/${idAt(code)}`)
      expect(text).not.toContain(`"${idAt(code)}`)
    }
    for (const query of [`identifier=${idAt(FOREIGN)}`, `_id=${idAt(FOREIGN)}-proband`])
      expect((await fhir.get(`/${type}?${query}`, await fhir.user('OrderViewer@C1'))).entry).toBeUndefined()
  })

  test('the institution-codes header narrows the access', async () => {
    const viewer = await fhir.user('OrderViewer@P1')
    const headers = { 'institution-codes': CHILD }
    expect((await fhir.ask(patientAt(PARENT), viewer, { headers })).status).toBe(404)
    expect((await fhir.ask(patientAt(CHILD), viewer, { headers })).status).toBe(200)
  })

  test('a system can read the institutions configured for it', async () => {
    const ehr = await fhir.system('ehr-system', 'system/*.rs')
    expect((await fhir.ask(patientAt(PARENT), ehr)).status).toBe(200)
    for (const code of [CHILD, FOREIGN]) expect((await fhir.ask(patientAt(code), ehr)).status).toBe(404)
    // The laboratory's client has none.
    const lims = await fhir.system('lims', 'system/*.rs')
    expect((await fhir.ask(patientAt(PARENT), lims)).status).toBe(403)
    const unknown = await fhir.system('somebody', 'system/*.rs')
    expect((await fhir.ask(patientAt(PARENT), unknown)).status).toBe(403)
  })

  test.each([
    ['waiting', 403],
    ['blocked', 403],
    ['inactive', 403],
    ['no-terms', 403],
    ['nobody', 403],
    ['not-registered-at-all', 404],
    ['UserAdmin@P1', 403],
  ])('%s is refused with %i', async (subject, status) => {
    const { status: got, text } = await fhir.ask(patientAt(PARENT), await fhir.user(subject))
    expect([got, JSON.parse(text).resourceType]).toEqual([status, 'OperationOutcome'])
  })
})

describe('requirements for a token', () => {
  test.each([
    ['a portal token', () => portal.tokenOf('OrderViewer@P1')],
    ['for another type', () => fhir.user('OrderViewer@P1', 'user/Task.rs')],
    ['to search only', () => fhir.user('OrderViewer@P1', 'user/Patient.s')],
    ['to create', () => fhir.user('OrderViewer@P1', 'user/Patient.cud')],
    ['of a system, with a user', () => fhir.user('OrderViewer@P1', 'system/Patient.rs')],
    ['narrowed by a search', () => fhir.user('OrderViewer@P1', 'user/Patient.rs?gender=female')],
    ['of a patient', () => fhir.user('OrderViewer@P1', 'patient/Patient.rs')],
  ])('refuses one that lacks the scope: %s', async (_name, token) => {
    expect(refusalOf(await fhir.ask(patientAt(PARENT), await token()))).toEqual([
      403,
      'OperationOutcome',
      'forbidden',
      'The token has no scope user/Patient.r',
    ])
  })

  test('reading and searching need separate scopes', async () => {
    const reader = await fhir.user('OrderViewer@P1', 'user/Patient.r')
    expect((await fhir.ask(patientAt(PARENT), reader)).status).toBe(200)
    expect((await fhir.ask('/Patient', reader)).status).toBe(403)
    const old = await fhir.user('OrderViewer@P1', 'user/Patient.read')
    expect((await fhir.ask('/Patient', old)).status).toBe(200)
  })

  test.each([
    ['none', async () => null],
    ['garbage', async () => 'garbage'],
    ['an id_token', () => fhir.token('OrderViewer@P1', 'user/*.rs', { type: 'JWT' })],
    ['an expired token', () => fhir.token('OrderViewer@P1', 'user/*.rs', { expiresIn: -10 })],
    [
      'a token for another audience',
      () => fhir.token('OrderViewer@P1', 'user/*.rs', { audience: 'urn:other' }),
    ],
  ])('refuses %s as a token', async (_name, token) => {
    for (const path of ['/Patient', patientAt(PARENT), '/Binary/1-1']) {
      const answer = await fhir.ask(path, await token())
      expect(refusalOf(answer).slice(0, 3)).toEqual([401, 'OperationOutcome', 'login'])
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    }
    expect((await fhir.ask('/', await token(), { method: 'POST', body: '{}' })).status).toBe(401)
  })

  test("a FHIR token gives no access to the portal's routes", async () => {
    const token = await fhir.user('OrderSubmitter@P1')
    const reply = await fetch(`${portal.origin}/api/physicians/current`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reply.status).toBe(401)
  })

  test('refusals and reads are in the audit trail', async () => {
    const viewer = await fhir.user('OrderViewer@P1')
    await fhir.get(patientAt(CHILD), viewer)
    await fhir.get(`/Task?identifier=${idAt(CHILD)}`, viewer)
    const lines = await portal.worker.db
      .selectFrom('audit_event')
      .select(['action', 'actor_subject', 'institution_code', 'entity', 'entity_id', 'detail'])
      .where('action', 'in', ['fhir.read', 'fhir.search', 'access-refused'])
      .where('actor_subject', '=', 'OrderViewer@P1')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(lines).toMatchObject([
      {
        action: 'fhir.search',
        institution_code: CHILD,
        entity: 'Task',
        detail: { criteria: `identifier=${idAt(CHILD)}`, ids: [String(idAt(CHILD))] },
      },
      {
        action: 'fhir.read',
        institution_code: CHILD,
        entity: 'Patient',
        entity_id: `${idAt(CHILD)}-proband`,
      },
    ])
    await fhir.ask('/Coverage', await fhir.user('OrderViewer@P1', 'user/Patient.rs'))
    const refused = await portal.worker.db
      .selectFrom('audit_event')
      .select(['action', 'entity_id'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(refused).toEqual({ action: 'access-refused', entity_id: 'GET /fhir/:type' })
  })
})

test.each([
  ['several institutions', 'OrderViewer@P1', [CHILD, PARENT].toSorted()],
  ['one institution', 'OrderViewer@C1', [CHILD]],
])(
  'a search of %s that finds nothing is in the audit trail once, with what was looked for',
  async (_of, by, institutions) => {
    const searches = () =>
      portal.worker.db
        .selectFrom('audit_event')
        .select(['institution_code', 'entity', 'entity_id', 'detail'])
        .where('action', '=', 'fhir.search')
        .where('actor_subject', '=', by)
        .orderBy('id')
        .execute()
    const before = (await searches()).length
    await fhir.get('/Patient?identifier=MRN-NONE', await fhir.user(by))
    expect((await searches()).slice(before)).toMatchObject([
      {
        ...{ institution_code: institutions[0], entity: 'Patient', entity_id: 'search' },
        detail: { criteria: 'identifier=MRN-NONE', ids: [], institutions },
      },
    ])
  },
)

describe('permission to send updates', () => {
  test.each([
    ['a user with every scope', () => fhir.user('Support', 'system/Bundle.c user/*.cruds')],
    ['a read-only system', () => fhir.system('ehr-system', 'system/*.rs')],
    ['an unconfigured system', () => fhir.system('somebody', 'system/Bundle.c')],
    ['a portal token', () => portal.tokenOf('Support')],
  ])('is refused to %s', async (_name, token) => {
    const before = await portal.worker.db.selectFrom('message_in').select('id').execute()
    const answer = await fhir.ask('/', await token(), { method: 'POST', body: '{}' })
    expect(refusalOf(answer).slice(0, 2)).toEqual([403, 'OperationOutcome'])
    expect(await portal.worker.db.selectFrom('message_in').select('id').execute()).toEqual(before)
  })
})

describe('public endpoints', () => {
  test('the capability statement', async () => {
    const { status, text } = await fhir.ask('/metadata', null)
    const statement = JSON.parse(text) as CapabilityStatement
    expect([status, statement.fhirVersion]).toEqual([200, '4.0.1'])
    expect(statement.rest?.[0]?.resource?.map(({ type }) => type).sort()).toEqual([...TYPES, 'Binary'].sort())
  })

  test('the SMART configuration, with the sign-in for clients', async () => {
    const { text } = await fhir.ask('/.well-known/smart-configuration', null)
    expect(JSON.parse(text)).toMatchObject({
      authorization_endpoint: 'https://identity.test/auth',
      token_endpoint: 'https://identity.test/token',
      code_challenge_methods_supported: ['S256'],
    })
  })

  test('and no others', async () => {
    expect((await fhir.ask('/Elsewhere', await fhir.user('OrderViewer@P1'))).status).toBe(404)
    const child: Patient = await fhir.get(patientAt(CHILD), await fhir.user('OrderViewer@C1'))
    expect(child.managingOrganization?.display).toBe('Child Clinic')
    expect(FHIR_AUDIENCE).toContain('/fhir')
  })
})
