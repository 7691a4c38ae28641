import fc from 'fast-check'
import { SEXES, YES_NO } from '../../lookups.ts'
import { DEATH_AUTHORITIES, DEATH_PRECISIONS, type Deceased } from '../deceased.ts'
import { AUTHORITIES, type Guardian, SIGNING_REASONS } from '../guardian.ts'
import { FAMILY_SIDES, KINSHIPS, type Kinship, type Parentage, RELATED, TWINS } from '../kinship.ts'
import {
  CARRIERS_OF_PREGNANCY,
  CHORIONICITIES,
  CONCEPTIONS,
  CONTAMINATION_PLANS,
  type ContaminationCheck,
  DATINGS,
  EGG_PROVIDERS,
  ENDINGS,
  OUTCOMES,
  type Pregnancy,
  SPERM_PROVIDERS,
} from '../pregnancy.ts'

const text = fc.constantFrom('', ' ', 'A', '12+3', '58', '2026-09-13', '2027-05-30', '2026-11-18', 'x')
const orBlank = <T extends string>(values: readonly T[]) => fc.constantFrom<T | ''>('', ...values)
const key = fc.constantFrom('', 'proband', 'relative-1', 'fetus-1', '__proto__')

export const anyPregnancy: fc.Arbitrary<Pregnancy> = fc.record({
  ...{ outcome: fc.constantFrom(...OUTCOMES), dueDate: text, dating: orBlank(DATINGS) },
  ...{ lastPeriodOn: text, ultrasoundOn: text, crownRumpLength: text, transferOn: text },
  ...{ embryoDay: orBlank(['3', '5', '6']), statedAge: text, statedOn: text },
  fetusCount: fc.option(fc.integer({ min: 1, max: 9 })),
  ...{ chorionicity: orBlank(CHORIONICITIES), vanishedTwin: orBlank(YES_NO) },
  ...{ conception: orBlank(CONCEPTIONS), eggProvider: orBlank(EGG_PROVIDERS) },
  ...{ spermProvider: orBlank(SPERM_PROVIDERS), carriedBy: orBlank(CARRIERS_OF_PREGNANCY) },
  ...{ eggProviderAge: fc.constantFrom('', '27', 'x'), endedOn: text, ending: orBlank(ENDINGS) },
  fetuses: fc.array(
    fc.record({
      key: fc.constantFrom('fetus-1', 'fetus-2', 'fetus-3'),
      ...{
        label: text,
        sexByUltrasound: orBlank(SEXES),
        nuchalTranslucency: fc.constantFrom('', '3.2', 'x'),
      },
    }),
    { maxLength: 3 },
  ),
})

export const anyContamination: fc.Arbitrary<ContaminationCheck> = fc.record({
  ...{ contaminationPlan: orBlank(CONTAMINATION_PLANS), maternalNumber: text, contaminationReason: text },
})

export const anyDeceased: fc.Arbitrary<Deceased> = fc.record({
  deathPrecision: orBlank(DEATH_PRECISIONS),
  dateOfDeath: fc.constantFrom('', '2024', '2024-05', '2024-05-03', '2024-13', 'x'),
  ...{ causeOfDeath: text, authorizedBy: text, authorizedAs: orBlank(DEATH_AUTHORITIES) },
  authorityDocument: text,
})

export const anyKinship: fc.Arbitrary<Kinship> = fc.record({
  ...{ kinshipKind: orBlank(KINSHIPS), familySide: orBlank(FAMILY_SIDES), twin: orBlank(TWINS) },
})

export const anyGuardian: fc.Arbitrary<Guardian> = fc.record({
  ...{ signingReason: orBlank(SIGNING_REASONS), firstName: text, lastName: text },
  ...{ authority: orBlank(AUTHORITIES), authorityEvidence: text, guardianPhone: text },
})

export const anyParentage: fc.Arbitrary<Parentage> = fc.record({
  ...{ geneticMother: key, geneticFather: key, parentsRelated: orBlank(RELATED), parentsRelation: text },
})
