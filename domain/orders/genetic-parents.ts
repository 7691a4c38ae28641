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
 * order. A pointer decides; else the pregnancy, for a fetus; else the relative who is the biological parent.
 */
export function geneticParents(document: Family): { mother: PatientKey | null; father: PatientKey | null } {
  const { patients, pregnancy, parentage } = document
  const has = (key: PatientKey | '' | undefined) => patients.find((one) => one.key === key)?.key ?? null
  const relatives = patients.slice(1)
  const parent = (relationship: Patient['relationship']) =>
    relatives.find((one) => one.relationship === relationship && isGenetic(one))?.key ?? null
  const pregnant =
    isPrenatal(document) && pregnancy && !isForeignEgg(pregnancy) ? patients[0]?.key : undefined
  return {
    mother: has(parentage?.geneticMother) ?? has(pregnant) ?? parent('Mother'),
    father: has(parentage?.geneticFather) ?? (pregnancy?.spermProvider === 'Donor' ? null : parent('Father')),
  }
}

/**
 * The people whose specimens a family test compares: genetic relatives with a specimen, and the mother if a
 * fetus is tested and the egg was hers.
 */
export function comparedPeople(document: Family & Pick<OrderDocument, 'samples'>): PatientKey[] {
  const parents = geneticParents(document)
  return document.patients
    .filter((person, index) => {
      if (samplesOf(document, person.key).length === 0) return false
      return index === 0 ? isPrenatal(document) && parents.mother === person.key : isGenetic(person)
    })
    .map(({ key }) => key)
}
