import { fail } from '#contract/errors.ts'
import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import { type Identity, type OwnScope, withOwnScope } from '#server/database/scope.ts'
import { diagnoses, namesOfTests, rawCodes } from '#server/features/catalogue/public.ts'
import { changeOwn, type PhysicianDeps } from './service.ts'
import { ownRecord } from './store.ts'

const recordOf = async (own: OwnScope) => (await ownRecord(own)) ?? fail('not-registered')

/** The user's favorite tests in order; one no longer in the catalogue has its code as its name. */
export function favoriteTests({ connection }: PhysicianDeps, identity: Identity) {
  return withOwnScope(connection, identity, async (own) => {
    const { favorite_tests: codes } = await recordOf(own)
    const known = new Map((await namesOfTests(own.db, codes)).map((test) => [test.code, test]))
    return codes.map((testCode) => {
      const test = known.get(testCode)
      return {
        testCode,
        testName: test?.name ?? testCode,
        displayCode: displayCodeOf({ displayTestCode: test?.display_test_code ?? '' }),
        orderable: test?.orderable ?? false,
      }
    })
  })
}

/** The user's favorite ICD-10 codes in order. */
export function favoriteCodes({ connection }: PhysicianDeps, identity: Identity) {
  return withOwnScope(connection, identity, async (own) => {
    const { favorite_codes: codes } = await recordOf(own)
    const known = new Map((await diagnoses(own.db, codes)).map((one) => [one.code, one.description]))
    return codes.map((code) => ({ code, description: known.get(code) ?? '' }))
  })
}

function refuseUnknown(given: readonly string[], known: readonly string[], field: string, message: string) {
  const errors = given.flatMap((code, index) =>
    known.includes(code) ? [] : [{ path: `/${index}/${field}`, rule: 'unknown', message }],
  )
  if (errors.length > 0) fail('invalid-fields', { errors })
}

/**
 * Each test once, in the order given; a clinic's own code or a display code means its test (specification
 * §3). An existing favorite may stay even if it is no longer in the catalogue.
 */
export async function changeFavoriteTests(deps: PhysicianDeps, identity: Identity, given: readonly string[]) {
  const codes = await withOwnScope(deps.connection, identity, async (own) => {
    const before = (await recordOf(own)).favorite_tests
    const raw = await rawCodes(own.db, given)
    const resolved = given.map((code) => raw.get(code) ?? code)
    const known = (await namesOfTests(own.db, resolved)).map(({ code }) => code)
    refuseUnknown(resolved, [...known, ...before], 'testCode', 'There is no such test.')
    return [...new Set(resolved)]
  })
  await changeOwn(deps, identity, 'favorites-changed', { favorite_tests: codes })
}

export async function changeFavoriteCodes(deps: PhysicianDeps, identity: Identity, given: readonly string[]) {
  const codes = [...new Set(given)]
  await withOwnScope(deps.connection, identity, async (own) => {
    const before = (await recordOf(own)).favorite_codes
    const known = (await diagnoses(own.db, codes)).map(({ code }) => code)
    refuseUnknown(given, [...known, ...before], 'code', 'There is no such ICD-10 code.')
  })
  await changeOwn(deps, identity, 'favorites-changed', { favorite_codes: codes })
}
