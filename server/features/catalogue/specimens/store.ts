import type { Selectable } from 'kysely'
import type { BloodHistoryNeeds } from '#domain/specimens/blood-history-needs.ts'
import type { OwnSpecimenType } from '#domain/specimens/own-types.ts'
import type { LeastByAge, SpecimenRequirement } from '#domain/specimens/requirements.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Catalogue } from '../store.ts'
import { ownSpecimenTypes } from './types-store.ts'

/** What the catalogue says about a test's specimens; a member is left out if it says nothing. */
export interface SpecimensOfTest {
  specimenRequirements?: SpecimenRequirement[]
  bloodHistory?: BloodHistoryNeeds
  /** The laboratory's own types. */
  ownSpecimens?: OwnSpecimenType[]
}

/** The same for several tests, by code. */
export async function specimensOfTests(
  db: Catalogue,
  codes: readonly string[],
): Promise<(code: string) => SpecimensOfTest> {
  const [own, rows, histories] = await Promise.all([
    ownSpecimenTypes(db),
    db
      .selectFrom('test_specimen')
      .selectAll()
      .where('test_code', 'in', [...codes, ''])
      .orderBy('test_code')
      .orderBy('position')
      .execute(),
    db
      .selectFrom('test_blood_history')
      .selectAll()
      .where('test_code', 'in', [...codes, ''])
      .execute(),
  ])
  return (code) => {
    const ofTest = rows.filter(({ test_code }) => test_code === code)
    const history = histories.find(({ test_code }) => test_code === code)
    return {
      ...(ofTest.length > 0 ? { specimenRequirements: ofTest.map(requirement) } : {}),
      ...(history ? { bloodHistory: needsOf(history) } : {}),
      ...(own.length > 0 ? { ownSpecimens: own } : {}),
    }
  }
}

function requirement(row: Selectable<Tables['test_specimen']>): SpecimenRequirement {
  const { role, type, additive, state, least, unit, life, storage, refused } = row
  return {
    ...{ role, type, additive, state, least, unit, life, storage, refused },
    ...(row.least_by_age.length > 0 ? { leastByAge: row.least_by_age.map(stepOf) } : {}),
    ...{ lifeUnit: row.life_unit, transitDays: row.transit_days, isNeeded: row.needed },
  }
}

function stepOf(text: string): LeastByAge {
  const [underAge = '', least = ''] = text.split('=')
  return { underAge, least: Number(least) }
}

function needsOf(row: Selectable<Tables['test_blood_history']>): BloodHistoryNeeds {
  const { transfusion, transplant, instead } = row
  return {
    ...{ transfusion, transfusionDays: row.transfusion_days, transfusionRefused: row.transfusion_refused },
    ...{ transplant, transplantAdmitted: row.transplant_admitted, bloodCancer: row.blood_cancer, instead },
  }
}
