import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT } from '../../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('a list of an institution that a colleague has changed since it was seen is not overwritten', async () => {
  const { data } = await portal
    .as('a newcomer')
    .physicians.searchInstitutions({ params: { id: 0 }, query: { search: PARENT } })
  const { institutionId: id } = data.find((one) => one.institutionCode === PARENT) ?? expect.fail()
  const { institutions } = portal.as('UserAdmin@P1')
  const seen = (await institutions.get({ params: { id } })).versions
  const fax = (last: string) => [{ type: 'Fax' as const, phoneNumber: `+1614555010${last}` }]
  const [first, second] = [fax('1'), fax('2')]
  const put = (body: typeof first, version: string) =>
    institutions.changePhones({ params: { id }, headers: { 'if-match': version }, body })
  await put(first, seen.phones)
  expect(await problemOfCall(put(second, seen.phones))).toMatchObject({
    ...{ status: 412, code: 'version-conflict' },
  })
  // The reply to the first was lost: it is sent again.
  await put(first, seen.phones)
  const now = await institutions.get({ params: { id } })
  expect(now.phones).toEqual(first)
  expect(now.versions.phones).not.toBe(seen.phones)
  // The other list has a version of its own.
  const address = {
    ...{ type: 'Billing' as const, addressLine1: '9 Quay', city: 'Town', state: 'OH', postalCode: '43215' },
  }
  const addresses = { params: { id }, headers: { 'if-match': `"${seen.addresses}"` }, body: [address] }
  await institutions.changeAddresses(addresses)
  await institutions.changeAddresses(addresses)
  await put(second, now.versions.phones)
  expect(await institutions.get({ params: { id } })).toMatchObject({ phones: second, addresses: [address] })
})
