import fc from 'fast-check'
import { FEATURE_STATUSES, type Feature, ONSET_KINDS, SEVERITY_IDS } from '../phenotype.ts'

const text = fc.oneof(
  fc.constantFrom('', ' ', 'P2D', 'P200Y', '21+4', 'HP:0003623', '__proto__'),
  fc.string({ unit: 'binary', maxLength: 9 }),
)

const feature: fc.Arbitrary<Feature> = fc.record(
  {
    patient: fc.constantFrom('proband', 'relative-1', 'fetus-1', '__proto__'),
    termId: fc.constantFrom('HP:0001250', 'HP:0001252', 'HP:9999999', '', 'x'),
    label: text,
    release: fc.constantFrom('', '2026-01-08'),
    status: fc.constantFrom(...FEATURE_STATUSES),
    onset: fc.record({ kind: fc.constantFrom(...ONSET_KINDS), value: text }),
    severity: fc.constantFrom(...SEVERITY_IDS),
    note: text,
  },
  { requiredKeys: ['patient', 'termId', 'label', 'release', 'status'] },
)

/** Any features that fit the contract's schema. */
export const anyPhenotype: fc.Arbitrary<Feature[]> = fc.array(feature, { maxLength: 5 })
