import { administer } from '../database/connection/connect.ts'
import type { TestPortal } from './portal.ts'

/** Makes KNO9 a laboratory's test for the known variants of relatives, within 90 days of the report. */
export async function offerKnownVariantTest(portal: TestPortal) {
  await administer(portal.database.url, (db) =>
    db
      .insertInto('known_variant_test')
      .values({
        ...{ test_code: 'KNO9', kinds: ['sequence'], most: 1, excluded_genes: [] },
        ...{ for_relatives: true, family_days: 90 },
      })
      .execute(),
  )
}
