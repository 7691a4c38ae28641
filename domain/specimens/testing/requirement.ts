import type { BloodHistoryNeeds } from '../blood-history-needs.ts'
import type { SpecimenRequirement } from '../requirements.ts'

/** A row of the catalogue: blood of the proband, unless `more` says otherwise. */
export function requirement(more: Partial<SpecimenRequirement> = {}): SpecimenRequirement {
  return {
    ...{ role: 'Proband', type: 'Blood', additive: '', state: '', least: null, unit: '', life: null },
    ...{ lifeUnit: 'days', transitDays: 0, storage: '', isNeeded: false, refused: '' },
    ...more,
  }
}

/** Asks about everything, and proposes fibroblasts. */
export function needs(more: Partial<BloodHistoryNeeds> = {}): BloodHistoryNeeds {
  return {
    ...{ transfusion: 'asked', transfusionDays: 14, transfusionRefused: false },
    ...{ transplant: 'asked', transplantAdmitted: false, bloodCancer: 'asked' },
    instead: ['Cultured Fibroblasts', 'Skin Biopsy'],
    ...more,
  }
}
