import type { Insertable, Transaction } from 'kysely'
import { insertAll } from '#server/database/migrate/bulk.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Catalogue } from '../catalogue-rows.ts'
import type { CatalogueSpecimen } from './rows.ts'

interface Test {
  code: string
  category: string
}

/** Replaces what the catalogue says about specimens. */
export async function importSpecimens(
  db: Transaction<Tables>,
  catalogue: Pick<Catalogue, 'tests' | 'specimenTypes' | 'specimens' | 'bloodHistory'>,
): Promise<void> {
  const { tests, specimenTypes, specimens, bloodHistory } = catalogue
  await db.deleteFrom('specimen_type').execute()
  const types = specimenTypes.map(({ type, like, code }, position) => ({
    ...{ name: type, like_type: like, code, position },
  }))
  await insertAll(db, 'specimen_type', types)
  await db.deleteFrom('test_specimen').execute()
  await db.deleteFrom('test_blood_history').execute()
  await insertAll(
    db,
    'test_specimen',
    tests.flatMap((test) => rowsOf(test, specimens).map((row, position) => stored(test, row, position))),
  )
  const histories = tests.flatMap((test) => {
    const row =
      bloodHistory.find(({ testCode }) => testCode === test.code) ??
      bloodHistory.find(({ category }) => category === test.category)
    if (!row || [row.transfusion, row.transplant, row.bloodCancer].every((need) => need === 'no')) return []
    return [
      {
        ...{ test_code: test.code, transfusion: row.transfusion, transfusion_days: row.transfusionDays },
        ...{ transfusion_refused: row.transfusionRefused, transplant: row.transplant },
        ...{ transplant_admitted: row.transplantAdmitted, blood_cancer: row.bloodCancer },
        instead: [...row.instead],
      },
    ]
  })
  await insertAll(db, 'test_blood_history', histories)
}

/** A test's own rows; a test without any has its category's. */
function rowsOf({ code, category }: Test, specimens: readonly CatalogueSpecimen[]): CatalogueSpecimen[] {
  const own = specimens.filter(({ testCode }) => testCode === code)
  return own.length > 0 ? own : specimens.filter((row) => row.category === category)
}

function stored(
  { code }: Test,
  row: CatalogueSpecimen,
  position: number,
): Insertable<Tables['test_specimen']> {
  const { role, type, additive, state, least, unit, life, lifeUnit, transitDays, storage } = row
  return {
    ...{ test_code: code, position, role, type, additive, state, least, unit, life, storage },
    least_by_age: row.leastByAge.map((step) => `${step.underAge}=${step.least}`),
    ...{ life_unit: lifeUnit, transit_days: transitDays, needed: row.isNeeded, refused: row.refused },
  }
}
