import type { Generated } from 'kysely'
import type { SpecimenType } from '#domain/lookups.ts'
import type { Need } from '#domain/specimens/blood-history-needs.ts'
import type { SpecimenRequirement } from '#domain/specimens/requirements.ts'

/** What the catalogue says about the specimens of tests. */
export interface SpecimenTables {
  test_specimen: {
    test_code: string
    position: number
    role: SpecimenRequirement['role']
    type: SpecimenRequirement['type']
    additive: SpecimenRequirement['additive']
    state: SpecimenRequirement['state']
    least: number | null
    unit: SpecimenRequirement['unit']
    /** `28d=0.5`: the least amount of people under an age, youngest first. */
    least_by_age: Generated<string[]>
    life: number | null
    life_unit: SpecimenRequirement['lifeUnit']
    transit_days: number
    storage: SpecimenRequirement['storage']
    needed: boolean
    refused: string
  }
  test_blood_history: {
    test_code: string
    transfusion: Need
    transfusion_days: number
    transfusion_refused: boolean
    transplant: Need
    transplant_admitted: boolean
    blood_cancer: Need
    instead: string[]
  }
  /** The laboratory's own types of specimen, and its codes. */
  specimen_type: {
    name: string
    position: number
    /** '' for a type of ours. */
    like_type: SpecimenType | ''
    /** '' if it is called by its name. */
    code: string
  }
}
