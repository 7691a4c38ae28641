import fc from 'fast-check'
import {
  ADDITIVES,
  AMOUNT_UNITS,
  type BloodHistory,
  COLLECTION_METHODS,
  CONDITIONS,
  SIDES,
  SPECIMEN_ROLES,
  SPECIMEN_STATES,
  type SpecimenDetails,
  TRANSFUSION_PRODUCTS,
  TRANSPLANTS,
  YES_NO_UNKNOWN,
} from '../details.ts'

const choice = <T extends string>(values: readonly T[]) => fc.constantFrom<T | ''>('', ...values)
const text = fc.oneof(
  fc.constantFrom('', '3', '0.5', '14:05', 'America/New_York', '2026-11-19', 's1', '100'),
  fc.string({ unit: 'binary', maxLength: 4 }),
)

/** Any details of a specimen that fit the contract, each of them possibly left out. */
export const anySpecimenDetails: fc.Arbitrary<SpecimenDetails> = fc.record(
  {
    ...{ role: choice(SPECIMEN_ROLES), additive: choice(ADDITIVES), state: choice(SPECIMEN_STATES) },
    ...{ condition: choice(CONDITIONS), amount: text, amountUnit: choice(AMOUNT_UNITS), tubes: text },
    ...{ site: text, side: choice(SIDES), collectionMethod: choice(COLLECTION_METHODS) },
    ...{ timeOfCollection: text, timeZone: text, isEstimated: fc.boolean(), collector: text },
    ...{ arrivesOn: text, parent: text, concentration: text, tumorPercent: text, blockId: text },
    ...{ fixation: text, extractedBy: text, accreditation: text },
  },
  { requiredKeys: [] },
)

/** Any answers about a person's blood. */
export const anyBloodHistory: fc.Arbitrary<BloodHistory> = fc.record(
  {
    ...{ transfusion: choice(YES_NO_UNKNOWN), transfusedOn: text },
    ...{ transfusionProduct: choice(TRANSFUSION_PRODUCTS), leukoreduced: choice(YES_NO_UNKNOWN) },
    ...{ immunityNormal: choice(YES_NO_UNKNOWN), transplant: choice(TRANSPLANTS), transplantedOn: text },
    ...{ transplantDonor: text, bloodCancer: choice(YES_NO_UNKNOWN) },
  },
  { requiredKeys: [] },
)
