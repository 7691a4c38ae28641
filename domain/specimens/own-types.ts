import { SPECIMEN_TYPES, type SpecimenType } from '../lookups.ts'

/** A type of specimen of the laboratory's own. */
export interface OwnSpecimenType {
  name: string
  /** Ours whose rules hold for it: which fields are asked, how long it can be used, whether it is of a fetus. */
  like: SpecimenType
}

/** What a test's catalogue entry says about the laboratory's own types among its specimens. */
export interface WithOwnTypes {
  ownSpecimens?: readonly OwnSpecimenType[] | undefined
}

export function isOurType(name: string): name is SpecimenType {
  return SPECIMEN_TYPES.some((type) => type === name)
}

/** Ours whose rules hold for a type: itself, or the one that an own type of these tests is like; '' if it is not known. */
export function likeOf(type: string, tests: readonly WithOwnTypes[]): SpecimenType | '' {
  if (isOurType(type)) return type
  return ownTypesOf(tests).find(({ name }) => name === type)?.like ?? ''
}

/** The laboratory's own types among the specimens of these tests, each once. */
export function ownTypesOf(tests: readonly WithOwnTypes[]): OwnSpecimenType[] {
  const all = tests.flatMap(({ ownSpecimens = [] }) => ownSpecimens)
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index)
}
