import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '#server/testing/world.ts'
import { institutionIdOf } from './testing/institution-id.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const idOf = (code: string) => institutionIdOf(portal, code)

describe('[API-50] membership of another institution', () => {
  test('is requested, and awaits approval, of which Support is told once', async () => {
    const { id } = await portal.as('OrderViewer@P1').physicians.current()
    const institutionId = await idOf(FOREIGN)
    const send = () =>
      portal.as('OrderViewer@P1').institutions.addPhysician({
        params: { id: institutionId },
        body: { institutionId, physicianId: id },
      })
    expect(await send()).toEqual({ status: 'WaitingForApproval' })
    expect(await problemOfCall(send())).toMatchObject({
      ...{ code: 'already-there', detail: expect.stringMatching(/^You already belong to /) },
    })
    const mails = await portal.mailsTo('support@laboratory.test')
    const told = mails.filter(({ subject }) => subject === 'Request to join awaiting approval')
    expect(told.map(({ body }) => body)).toEqual([
      expect.stringMatching(/request to join .+ is awaiting approval:\n.+\/users\/waiting/),
    ])
    const ownInstitutions = await portal.as('OrderViewer@P1').physicians.institutions({ params: { id } })
    expect(ownInstitutions.map(({ institutionCode, status }) => [institutionCode, status])).toEqual([
      [PARENT, 'Active'],
      [FOREIGN, 'WaitingForApproval'],
    ])
  })

  test('addresses and phones are changed by its user administrators only', async () => {
    const id = await idOf(PARENT)
    const its = { params: { id }, headers: {} }
    const address = {
      type: 'Billing' as const,
      addressLine1: '9 Quay',
      city: 'Town',
      state: 'OH',
      postalCode: '43215',
    }
    await portal.as('UserAdmin@P1').institutions.changeAddresses({ ...its, body: [address] })
    await portal.as('UserAdmin@P1').institutions.changePhones({
      ...its,
      body: [{ type: 'Fax', phoneNumber: '+16145550199' }],
    })
    expect(await portal.as('OrderViewer@P1').institutions.get({ params: { id } })).toMatchObject({
      addresses: [address],
      phones: [{ type: 'Fax', phoneNumber: '+16145550199' }],
      mayChange: false,
    })
    const refused = portal.as('OrderViewer@P1').institutions.changePhones({ ...its, body: [] })
    expect((await problemOfCall(refused)).code).toBe('forbidden')
    const foreign = portal
      .as('UserAdmin@P1')
      .institutions.changePhones({ params: { id: await idOf(FOREIGN) }, headers: {}, body: [] })
    expect((await problemOfCall(foreign)).code).toBe('not-found')
    expect(await portal.as('Support').institutions.allCodes()).toEqual(
      expect.arrayContaining([CHILD, FOREIGN, PARENT]),
    )
  })
})
