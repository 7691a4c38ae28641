import { SEXES, YES_NO } from '../lookups.ts'
import { blankDeceased, DEATH_AUTHORITIES, DEATH_PRECISIONS, type Deceased } from '../orders/deceased.ts'
import { type OrderDocument, type Patient, PROBAND } from '../orders/document.ts'
import { AUTHORITIES, blankGuardian, SIGNING_REASONS } from '../orders/guardian.ts'
import {
  blankKinship,
  blankParentage,
  FAMILY_SIDES,
  KINSHIPS,
  type Parentage,
  RELATED,
  TWINS,
} from '../orders/kinship.ts'
import {
  blankContaminationCheck,
  blankFetus,
  blankPregnancy,
  CARRIERS_OF_PREGNANCY,
  CHORIONICITIES,
  CONCEPTIONS,
  CONTAMINATION_PLANS,
  DATINGS,
  EGG_PROVIDERS,
  ENDINGS,
  type Fetus,
  MOST_FETUSES,
  type Pregnancy,
  SPERM_PROVIDERS,
} from '../orders/pregnancy.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import { CONTAMINATION_WORDS } from '../orders/subject-lines.ts'
import { likeOf } from '../specimens/own-types.ts'
import type { Reading } from './cells.ts'
import type { SpecimenColumn } from './specimen-columns.ts'

// Who is tested, and the genetic relations, as columns: only of a test that may be for a fetus, a loss or a family.

/** A column of text, a date or a closed list (specimen-columns.ts), or a small number. */
export type SubjectColumn = SpecimenColumn | { kind: 'count'; heading: string; path: string }

/** A row has places for twins. */
const FETUSES_IN_ROW = 2
export const fetusKeys = Array.from({ length: FETUSES_IN_ROW }, (_, index) => `fetus-${index + 1}`)

const OF_FETUS: readonly string[] = [
  ...(['CVS', 'Amniotic Fluid', 'Fetal Blood'] as const),
  ...(['Fetal Tissue', 'Placenta', 'Umbilical Cord'] as const),
]
/** What is stored, or taken after death. */
const STORED: readonly string[] = [
  ...(['Extracted DNA', 'Fresh Tissue', 'Frozen Tissue', 'Post-mortem Tissue'] as const),
  ...(['FFPE Slides', 'FFPE Blocks', 'FFPE Tumor Block', 'Dried Blood Spot'] as const),
]

/** Whether a fetus or a loss may be tested: the test takes specimens of fetal origin. */
export function isOfferedBeforeBirth(test: OrderableTest): boolean {
  const { specimens, subjects } = test
  return (
    specimens.some((type) => OF_FETUS.includes(likeOf(type, [test]))) ||
    (subjects?.gestation ?? []).length > 0
  )
}

const choiceAt =
  (at: string) =>
  (heading: string, name: string, values: readonly string[]): SubjectColumn => ({
    ...{ kind: 'choice', heading, path: `${at}/${name}`, values },
  })
const textAt =
  (at: string, kind: 'text' | 'date' | 'count' = 'text') =>
  (heading: string, name: string): SubjectColumn => ({ kind, heading, path: `${at}/${name}` })

/** The pregnancy of the patient. Its outcome is `Ended` if a cell tells when or how it ended. */
export function pregnancyColumns(test: OrderableTest): SubjectColumn[] {
  if (!isOfferedBeforeBirth(test)) return []
  const at = '/pregnancy'
  const [choice, date, text] = [choiceAt(at), textAt(at, 'date'), textAt(at)]
  return [
    date('Due date', 'dueDate'),
    choice('Dating method', 'dating', DATINGS),
    date('Last period began', 'lastPeriodOn'),
    date('Ultrasound date', 'ultrasoundOn'),
    text('Crown–rump length (mm)', 'crownRumpLength'),
    date('Embryo transfer date', 'transferOn'),
    choice('Embryo age (days)', 'embryoDay', ['3', '5', '6']),
    text('Stated gestational age', 'statedAge'),
    date('Stated gestational age: date', 'statedOn'),
    textAt(at, 'count')('Number of fetuses', 'fetusCount'),
    choice('Chorionicity', 'chorionicity', CHORIONICITIES),
    choice('Vanished twin', 'vanishedTwin', YES_NO),
    choice('Conception', 'conception', CONCEPTIONS),
    choice('Egg provider', 'eggProvider', EGG_PROVIDERS),
    text('Egg provider’s age', 'eggProviderAge'),
    choice('Sperm provider', 'spermProvider', SPERM_PROVIDERS),
    choice('Pregnancy carried by', 'carriedBy', CARRIERS_OF_PREGNANCY),
    date('Pregnancy ended on', 'endedOn'),
    choice('Pregnancy ending', 'ending', ENDINGS),
  ]
}

const PLAN_LABELS = Object.fromEntries(CONTAMINATION_PLANS.map((plan) => [CONTAMINATION_WORDS[plan], plan]))

/** A fetus or loss, without its specimen. */
export function fetusColumns(key: string): SubjectColumn[] {
  const at = `/fetuses/${key}`
  return [
    textAt(at)('Label', 'label'),
    choiceAt(at)('Sex by ultrasound', 'sexByUltrasound', SEXES),
    textAt(at)('Nuchal translucency (mm)', 'nuchalTranslucency'),
  ]
}

/** The check of a fetal specimen for its mother's cells. */
export function contaminationColumns(key: string): SubjectColumn[] {
  const at = `/samples/${key}/contamination`
  return [
    {
      ...{ kind: 'choice', heading: 'Check for maternal cells', path: `${at}/contaminationPlan` },
      ...{ values: CONTAMINATION_PLANS, labels: PLAN_LABELS },
    },
    textAt(at)('Mother’s laboratory number', 'maternalNumber'),
    textAt(at)('Check for maternal cells: why not', 'contaminationReason'),
  ]
}

/** A death, of the patient or a relative, if the test takes what is stored or taken after death. */
export function deathColumns(test: OrderableTest, key: string): SubjectColumn[] {
  if (!test.specimens.some((type) => STORED.includes(likeOf(type, [test])))) return []
  const at = `/patients/${key}/deceased`
  return [
    textAt(at, 'date')('Date of death', 'dateOfDeath'),
    choiceAt(at)('Date of death known', 'deathPrecision', DEATH_PRECISIONS),
    textAt(at)('Cause of death', 'causeOfDeath'),
    textAt(at)('Test authorized by', 'authorizedBy'),
    choiceAt(at)('Authorized as', 'authorizedAs', DEATH_AUTHORITIES),
    textAt(at)('Document of who authorized it', 'authorityDocument'),
  ]
}

/** Who signs for somebody who can't, for a test that asks for a consent. */
export function guardianColumns({ consents }: OrderableTest, key: string): SubjectColumn[] {
  if (consents.length === 0) return []
  const at = `/patients/${key}/guardian`
  const [choice, text] = [choiceAt(at), textAt(at)]
  return [
    choice('Why somebody else signs', 'signingReason', SIGNING_REASONS),
    text('Guardian’s first name', 'firstName'),
    text('Guardian’s last name', 'lastName'),
    choice('Guardian’s authority', 'authority', AUTHORITIES),
    text('Guardian’s document of authority', 'authorityEvidence'),
    text('Guardian’s phone', 'guardianPhone'),
  ]
}

/** How a relative is related, for a family test. */
export function kinshipColumns(test: OrderableTest, key: string): SubjectColumn[] {
  if (test.relatives === 0 || key === PROBAND) return []
  const choice = choiceAt(`/patients/${key}/kinship`)
  return [
    choice('Kind of relation', 'kinshipKind', KINSHIPS),
    choice('Side of the family', 'familySide', FAMILY_SIDES),
    choice('Twin of the patient', 'twin', TWINS),
  ]
}

/** The genetic parents, by their place in the row, for a family test. */
export function parentageColumns(test: OrderableTest, relatives: readonly string[]): SubjectColumn[] {
  if (test.relatives === 0) return []
  const choice = choiceAt('/parentage')
  const people = isOfferedBeforeBirth(test) ? [PROBAND, ...relatives] : relatives
  const words = (key: string) => (key === PROBAND ? 'Patient' : key.replace('relative-', 'Relative '))
  const labels = Object.fromEntries(people.map((key) => [words(key), key]))
  const person = (heading: string, name: string): SubjectColumn => ({
    ...{ kind: 'choice', heading, path: `/parentage/${name}`, values: people, labels },
  })
  return [
    person('Genetic mother', 'geneticMother'),
    person('Genetic father', 'geneticFather'),
    choice('Parents related to each other', 'parentsRelated', RELATED),
    textAt('/parentage')('How the parents are related', 'parentsRelation'),
  ]
}

/** A whole number of fetuses. */
export function readCount(cell: string): Reading {
  const count = Number(cell.trim())
  return /^\d$/.test(cell.trim()) && count >= 1 && count <= MOST_FETUSES
    ? { value: count }
    : { refused: `“${cell.trim()}” is not valid. Use a whole number from 1 to ${MOST_FETUSES}` }
}

/** What the cells of a row hold of these parts: only the members that are filled. */
export interface RowSubjects {
  pregnancy?: Partial<Pregnancy> | undefined
  parentage?: Partial<Parentage> | undefined
  fetuses: Record<string, Partial<Fetus>>
}

/** The parts of the document, whole, as far as a row has any of them. */
export function subjectsOfRow(
  { pregnancy, parentage }: RowSubjects,
  fetuses: readonly (readonly [key: string, fetus: Partial<Fetus>])[],
): Pick<OrderDocument, 'pregnancy' | 'parentage'> {
  const outcome = pregnancy?.endedOn || pregnancy?.ending ? 'Ended' : 'Ongoing'
  return {
    ...(pregnancy || fetuses.length > 0
      ? {
          pregnancy: {
            ...{ ...blankPregnancy(outcome), ...pregnancy },
            fetuses: fetuses.map(([key, fetus]) => ({ ...blankFetus(key, ''), ...fetus })),
          },
        }
      : {}),
    ...(parentage ? { parentage: { ...blankParentage(), ...parentage } } : {}),
  }
}

/** How exactly a date of death is written. */
function precisionOf({
  dateOfDeath = '',
  deathPrecision = '',
}: Partial<Deceased>): Deceased['deathPrecision'] {
  if (deathPrecision !== '' || dateOfDeath === '') return deathPrecision
  return /^\d{4}$/.test(dateOfDeath) ? 'Year' : /^\d{4}-\d{2}$/.test(dateOfDeath) ? 'Month' : 'Exact'
}

/** The person with the parts that the row has begun, whole. */
export function personOfRow(patient: Patient): Patient {
  const { deceased, kinship, guardian, ...rest } = patient
  return {
    ...rest,
    ...(deceased
      ? { deceased: { ...blankDeceased(), ...deceased, deathPrecision: precisionOf(deceased) } }
      : {}),
    ...(kinship ? { kinship: { ...blankKinship(), ...kinship } } : {}),
    ...(guardian ? { guardian: { ...blankGuardian(), ...guardian } } : {}),
  }
}

/** The check for maternal cells, whole, if the row has begun it. */
export function wholeCheck<S extends { contamination?: object }>(sample: S): S {
  return sample.contamination
    ? { ...sample, contamination: { ...blankContaminationCheck(), ...sample.contamination } }
    : sample
}
