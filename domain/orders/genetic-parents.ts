import type { OrderDocument, Patient, PatientKey } from './document.ts'
import { samplesOf } from './family.ts'
import type { KinshipKind } from './kinship.ts'
import { isForeignEgg } from './pregnancy.ts'
import { isPrenatal } from './subject.ts'

export function kinshipOf({ kinship }: Pick<Patient, 'kinship'>): KinshipKind {
  return kinship?.kinshipKind || 'Biological'
}

/** Whether somebody shares genes with the patient as the relationship says; a donor does, a stepfather doesn't. */
export function isGenetic(person: Pick<Patient, 'kinship'>): boolean {
  return ['Biological', 'Donor'].includes(kinshipOf(person))
}

type Family = Pick<OrderDocument, 'patients' | 'pregnancy' | 'parentage'>

/**
 * The keys of the genetic mother and father of those who are tested; null for a parent who is not in the
 * order. A pointer decides; else the pregnancy, for a fetus; else the relative who is the biological parent. Of
 * several, a donor's is known for certain, and others only presumed.
 */
export function geneticParents(document: Family): { mother: PatientKey | null; father: PatientKey | null } {
  const { patients, pregnancy, parentage } = document
  const prenatal = isPrenatal(document)
  const has = (key: PatientKey | '' | undefined) => patients.find((one) => one.key === key)?.key ?? null
  // A pointer at the patient themself, or two at one person, is an error and says nothing.
  const named = (key: PatientKey | '' | undefined) =>
    (!prenatal && key === patients[0]?.key) || parentage?.geneticMother === parentage?.geneticFather
      ? null
      : has(key)
  const related = (relationship: Patient['relationship']) =>
    patients.slice(1).filter((one) => one.relationship === relationship && isGenetic(one))
  const donorOf = (relationship: Patient['relationship']) =>
    related(relationship).find((one) => kinshipOf(one) === 'Donor')?.key ?? null
  // Before birth, the pregnant woman's partner; of anybody else a partner is no parent.
  const partner = prenatal ? (related('Partner')[0]?.key ?? null) : null
  const { eggProvider = '', spermProvider = '' } = prenatal && pregnancy ? pregnancy : {}
  const pregnant = prenatal && pregnancy && !isForeignEgg(pregnancy) ? patients[0]?.key : undefined
  const mother = donorOf('Mother') ?? related('Mother')[0]?.key ?? null
  const father = donorOf('Father') ?? related('Father')[0]?.key ?? null
  const spermOfPartner = spermProvider === 'Donor' || eggProvider === 'Partner' ? null : partner
  return {
    mother:
      named(parentage?.geneticMother) ??
      has(pregnant) ??
      (eggProvider === 'Partner' ? partner : null) ??
      mother,
    father:
      named(parentage?.geneticFather) ??
      (spermProvider === 'Donor' ? donorOf('Father') : (father ?? spermOfPartner)),
  }
}

/**
 * The people whose specimens a family test compares: genetic relatives with a specimen, of those who are called
 * mother or father only the genetic one; and the mother if a fetus is tested and the egg was hers.
 */
export function comparedPeople(document: Family & Pick<OrderDocument, 'samples'>): PatientKey[] {
  const { mother, father } = geneticParents(document)
  const isCompared = (person: Patient, index: number) => {
    if (person.key === mother || person.key === father) return index > 0 || isPrenatal(document)
    return index > 0 && !isCalledParent(document, person) && isGenetic(person)
  }
  return document.patients
    .filter((person, index) => samplesOf(document, person.key).length > 0 && isCompared(person, index))
    .map(({ key }) => key)
}

/** Whether somebody is in the order as a parent: as a mother or father, before birth as the pregnant woman's partner. */
export function isCalledParent(document: Family, { relationship }: Pick<Patient, 'relationship'>): boolean {
  return (
    relationship === 'Mother' ||
    relationship === 'Father' ||
    (relationship === 'Partner' && isPrenatal(document))
  )
}
