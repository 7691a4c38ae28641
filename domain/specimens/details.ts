import type { IsoDate } from '../dates/dates.ts'

/** What a specimen is for. Left out: the tested person's own, or a relative's to compare with. */
export const SPECIMEN_ROLES = [
  'Proband',
  'Relative',
  'Contamination check',
  'Tumor',
  'Matched normal',
  'Positive control',
] as const
export type SpecimenRole = (typeof SPECIMEN_ROLES)[number]

/** HL7 table 0371, and two tubes for which it has no code (`STRECK`, `PAXGENE`: ours). */
export const ADDITIVES = [
  'EDTK',
  'EDTN',
  'HEPN',
  'HEPL',
  'ACDA',
  'ACDB',
  'F10',
  'BF10',
  'NONE',
  'STRECK',
  'PAXGENE',
] as const
export type Additive = (typeof ADDITIVES)[number]

/** Direct: as it was taken. */
export const SPECIMEN_STATES = ['Direct', 'Cultured', 'Fixed', 'Frozen', 'Extracted'] as const
export type SpecimenState = (typeof SPECIMEN_STATES)[number]

/** HL7 table 0493, as far as it says how a specimen is kept and sent. */
export const CONDITIONS = ['ROOM', 'COOL', 'FROZ', 'LIVE'] as const
export type Condition = (typeof CONDITIONS)[number]

/** HL7 table 0488. */
export const COLLECTION_METHODS = ['VENIP', 'CAP', 'SWA', 'BIO', 'FNA'] as const
export type CollectionMethod = (typeof COLLECTION_METHODS)[number]

/** HL7 table 0495: left, right, both sides. */
export const SIDES = ['L', 'R', 'BIL'] as const
export type Side = (typeof SIDES)[number]

/** UCUM; a thing that is counted is in braces there. */
export const AMOUNT_UNITS = [
  'mL',
  'mg',
  'ug',
  'ng',
  'mm',
  '{slides}',
  '{blocks}',
  '{flasks}',
  '{swabs}',
] as const
export type AmountUnit = (typeof AMOUNT_UNITS)[number]

/**
 * What else is known of a specimen. Every member is left out until it is given; texts are kept as typed, and
 * '' means the same as left out.
 */
export interface SpecimenDetails {
  role?: SpecimenRole | ''
  additive?: Additive | ''
  state?: SpecimenState | ''
  condition?: Condition | ''
  /** A number, `3` or `0.5`, in `amountUnit`. */
  amount?: string
  amountUnit?: AmountUnit | ''
  /** How many tubes or containers. */
  tubes?: string
  /** The part of the body or the organ. */
  site?: string
  side?: Side | ''
  collectionMethod?: CollectionMethod | ''
  /** `14:05`, by the clock of `timeZone`. */
  timeOfCollection?: string
  /** IANA: `America/New_York`; the clinic's. */
  timeZone?: string
  /** The date or time is an estimate, as for an archived block. */
  isEstimated?: boolean
  collector?: string
  /** When it is expected at the laboratory, if not today. */
  arrivesOn?: IsoDate
  /** The key of the order's specimen that it was cultured or extracted from. */
  parent?: string
  /** Of extracted DNA or RNA, in ng/µL. */
  concentration?: string
  /** The laboratory that extracted DNA or RNA. */
  extractedBy?: string
  /** That laboratory's accreditation: a CLIA number, or an equivalent one with who gave it. */
  accreditation?: string
  /** The share of tumor nuclei, in percent. */
  tumorPercent?: string
  blockId?: string
  /** The fixative and for how long: '10% formalin, 24 hours'. */
  fixation?: string
}

export const TRANSFUSION_PRODUCTS = ['Red cells', 'Platelets', 'Plasma', 'Whole blood', 'Exchange'] as const
export const YES_NO_UNKNOWN = ['Yes', 'No', 'Unknown'] as const
export type YesNoUnknown = (typeof YES_NO_UNKNOWN)[number]
export const TRANSPLANTS = ['No', 'Autologous', 'Allogeneic', 'Organ', 'Unknown'] as const

/** Why a person's blood may hold somebody else's DNA, or a cancer's. Every member is left out until given. */
export interface BloodHistory {
  transfusion?: YesNoUnknown | ''
  /** The last one. */
  transfusedOn?: IsoDate
  transfusionProduct?: (typeof TRANSFUSION_PRODUCTS)[number] | ''
  leukoreduced?: YesNoUnknown | ''
  /** Whether the person's own immune system works, and so removes the donor's cells. */
  immunityNormal?: YesNoUnknown | ''
  /** Of marrow or stem cells: from the person (autologous) or a donor (allogeneic); or of an organ. */
  transplant?: (typeof TRANSPLANTS)[number] | ''
  transplantedOn?: IsoDate
  /** The donor's relation to the person, or the organ. */
  transplantDonor?: string
  /** A leukemia or lymphoma that is active now. */
  bloodCancer?: YesNoUnknown | ''
}
