import type { OrderedVariant } from '#domain/reports/demonstration/familial.ts'

/** What the laboratory stores of an order. Texts are unchanged, '' if missing. */
export interface ReceivedOrder {
  controlId: string
  sender: string
  /** ORC-2 as sent: number and, if given, namespace. */
  orderId: string
  placerNamespace: string
  patient: { recordNumber: string; lastName: string; firstName: string; birthDate: string; sex: string }
  provider: { npi: string; lastName: string; firstName: string }
  institution: string
  tests: ReceivedTest[]
  specimens: ReceivedSpecimen[]
  relatives: { number: string; lastName: string; firstName: string; relationship: string }[]
  /** OBR-3 of an order on an existing specimen: the number for its results; '' for a new one. */
  existingNumber: string
  /** TQ1 and its reason. Left out: routine, without a day. */
  priority?: { code: string; neededBy: string; reason: string }
  /** Left out if there are none. */
  variants?: ReceivedVariant[]
  /** The consents that were agreed to, by our code and the number of the person; left out if there are none. */
  agreed?: { of: string; id: string }[]
  /** The persons of PRIOR_RESULT; left out if there are none. */
  priorPatients?: ReceivedOrder['patient'][]
}

/** A variant to look for: LOINC 48018-6, 48004-6 and others with one number in OBX-4. */
export interface ReceivedVariant {
  number: string
  gene: string
  /** Transcript, c., p., g. or coordinates, in this order. */
  description: string
  /** In whom it was found. */
  person: string
  laboratoryNumber: string
  purpose: string
  /** As the laboratory's own reports name it; left out in journals of before. */
  ordered?: OrderedVariant
  /** The relative's report, if it was sent. */
  file?: { name: string; mediaType: string; bytes: number }
}

export interface ReceivedTest {
  code: string
  name: string
  /** The code by which the clinic chose it, OBR-4.4. */
  chosenBy: string
  genes: string[]
  /** What was found in the people of the order; left out if nothing was sent. */
  findings?: ReceivedFinding[]
  /** Answers to the laboratory's own questions. Left out if there are none. */
  answers?: ReceivedAnswer[]
  /** The fetus that it is for, as in the answer FETUS, and its specimens (SPM-2). Left out: the patient. */
  fetus?: { label: string; specimens: string[] }
}

/** The answer to one of the laboratory's own questions, about the order or a person. */
export interface ReceivedAnswer {
  /** Our questionnaire and question: `pregnancy.due-date`. */
  question: string
  /** Of the questionnaire; left out if the message does not give it. */
  version?: string
  /** The LOINC code that it came with; '' for none. */
  loinc: string
  words: string
  /** The number of the person in PID-3 or NK1-33; '' for the order. */
  about: string
  values: ReceivedValue[]
}

/** A finding by its HPO term. */
export interface ReceivedFinding {
  /** The number of the person in PID-3 or NK1-33. */
  about: string
  termId: string
  label: string
  /** As sent: `LA9633-4` present, `LA9634-2` absent. */
  found: string
  onset?: string
  severity?: string
  note?: string
}

export interface ReceivedValue {
  /** A code, text, number, `true` or `false`, ISO date, date and time with its offset, or a file's name. */
  value: string
  /** UCUM. */
  unit?: string
  /** Not one of the question's options. */
  isOwnWords?: boolean
  file?: { mediaType: string; bytes: number }
}

/** Codes as sent; what was not sent is left out. */
export interface SpecimenDetails {
  /** The type in SNOMED CT. */
  snomed?: string
  additive?: string
  state?: string
  role?: string
  /** Without the unit. */
  amount?: string
  condition?: string
  /** SPM-2 of the specimen that it was made from. */
  madeFrom?: string
}

export interface ReceivedSpecimen extends SpecimenDetails {
  /** SPM-2. */
  number: string
  type: string
  collected: string
  /** The number of the person in PID-3 or NK1-33. */
  of: string
  /** Whether an earlier order brought it. */
  isHere: boolean
}

/** A request to cancel an order: ORC-1 CA. */
export interface ReceivedCancellation {
  controlId: string
  sender: string
  orderId: string
  reason: string
}

/** An addition to an order: ORC-1 XO. */
export interface ReceivedChange {
  controlId: string
  sender: string
  orderId: string
  /** The answer to a hold, by ORC-16; its number may be ''. */
  answer: {
    code: string
    number: string
    text: string
    documents: { filename: string; mediaType: string; bytes: number }[]
  } | null
  /** The recollected specimens. */
  specimens: ReceivedSpecimen[]
  /** The consent that a person withdrew. Left out: none. */
  withdrawn?: ReceivedWithdrawal
}

export interface ReceivedWithdrawal {
  /** The number of the person. */
  of: string
  /** The codes of the withdrawn consents. */
  items: string[]
  /** The hold that the clinic's order has since then, if testing stops. */
  hold: { number: string; words: string } | null
}
