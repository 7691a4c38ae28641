import type { Sex, YesNo } from '../lookups.ts'

/** How the due date was found. LMP: the first day of the last menstrual period. */
export const DATINGS = ['LMP', 'Ultrasound', 'Embryo transfer', 'Exam', 'Unknown'] as const
export type Dating = (typeof DATINGS)[number]

/** Which placentas and amniotic sacs multiple fetuses share. Mixed: triplets and more of several kinds. */
export const CHORIONICITIES = [
  'Monochorionic-monoamniotic',
  'Monochorionic-diamniotic',
  'Dichorionic',
  'Mixed',
  'Undetermined',
] as const
export type Chorionicity = (typeof CHORIONICITIES)[number]

export const CONCEPTIONS = ['Spontaneous', 'IVF', 'ICSI', 'Other assisted'] as const
export type Conception = (typeof CONCEPTIONS)[number]

/** Whose egg it was. Partner: the partner of the woman who is pregnant. */
export const EGG_PROVIDERS = ['Own', 'Partner', 'Donor', 'Unknown'] as const
export type EggProvider = (typeof EGG_PROVIDERS)[number]
export const SPERM_PROVIDERS = ['Partner', 'Donor', 'Unknown'] as const
export type SpermProvider = (typeof SPERM_PROVIDERS)[number]

/** Whether the woman who is pregnant carries it for herself or for others. */
export const CARRIERS_OF_PREGNANCY = ['Self', 'Gestational carrier'] as const
export type CarrierOfPregnancy = (typeof CARRIERS_OF_PREGNANCY)[number]

export const OUTCOMES = ['Ongoing', 'Ended'] as const
export type Outcome = (typeof OUTCOMES)[number]
export const ENDINGS = ['Miscarriage', 'Stillbirth', 'Termination'] as const
export type Ending = (typeof ENDINGS)[number]

/** One fetus that is tested. It has a label and neither a name nor a birth date. */
export interface Fetus {
  /** `fetus-1`: used wherever a PatientKey (document.ts) says whose specimen, answer or report it is. */
  key: string
  /** As on the tubes: A, B. */
  label: string
  sexByUltrasound: Sex | ''
  /** Millimeters, as typed. */
  nuchalTranslucency: string
}

/** The pregnancy of the patient of record. Without `fetuses` she is tested herself (for example NIPT). */
export interface Pregnancy {
  outcome: Outcome
  /** ISO date or ''. */
  dueDate: string
  dating: Dating | ''
  /** The measurement that the dating rests on: ISO dates; the length in millimeters, as typed. */
  lastPeriodOn: string
  ultrasoundOn: string
  crownRumpLength: string
  transferOn: string
  embryoDay: '' | '3' | '5' | '6'
  /** The age as the clinic stated it, `12+3`, and the day on which it was so; the due date takes precedence. */
  statedAge: string
  statedOn: string
  /** How many fetuses there are, tested or not; null if not known. */
  fetusCount: number | null
  chorionicity: Chorionicity | ''
  vanishedTwin: YesNo
  conception: Conception | ''
  eggProvider: EggProvider | ''
  spermProvider: SpermProvider | ''
  carriedBy: CarrierOfPregnancy | ''
  /** In years, as typed, if the egg is not the pregnant woman's. */
  eggProviderAge: string
  /** ISO date or '': only of an ended pregnancy. */
  endedOn: string
  ending: Ending | ''
  fetuses: Fetus[]
}

export const MOST_FETUSES = 9

export function blankFetus(key: string, label: string): Fetus {
  return { key, label, sexByUltrasound: '', nuchalTranslucency: '' }
}

export function blankPregnancy(outcome: Outcome = 'Ongoing'): Pregnancy {
  return {
    ...{ outcome, dueDate: '', dating: '', lastPeriodOn: '', ultrasoundOn: '', crownRumpLength: '' },
    ...{ transferOn: '', embryoDay: '', statedAge: '', statedOn: '', fetusCount: null, chorionicity: '' },
    ...{ vanishedTwin: '', conception: '', eggProvider: '', spermProvider: '', carriedBy: '' },
    ...{ eggProviderAge: '', endedOn: '', ending: '', fetuses: [] },
  }
}

export function isAssisted({ conception }: Pick<Pregnancy, 'conception'>): boolean {
  return conception !== '' && conception !== 'Spontaneous'
}

/** Whether the egg, and so half of the genome, is not the pregnant woman's. */
export function isForeignEgg({ eggProvider, carriedBy }: Pregnancy): boolean {
  return (
    eggProvider === 'Donor' ||
    eggProvider === 'Partner' ||
    (carriedBy === 'Gestational carrier' && eggProvider !== 'Own')
  )
}

/** How the order makes sure that a fetal specimen is not read as its mother's cells. */
export const CONTAMINATION_PLANS = ['sent', 'apart', 'on-file', 'refused', 'not-needed'] as const
export type ContaminationPlan = (typeof CONTAMINATION_PLANS)[number]

/** The maternal cell contamination check of one fetal specimen. */
export type ContaminationCheck = {
  contaminationPlan: ContaminationPlan | ''
  /** The laboratory's number of the mother's specimen on file, or of the order placed apart. */
  maternalNumber: string
  /** Why it is not needed. */
  contaminationReason: string
}

export const blankContaminationCheck = (): ContaminationCheck => ({
  contaminationPlan: '',
  maternalNumber: '',
  contaminationReason: '',
})
