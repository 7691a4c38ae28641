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
}

export interface ReceivedTest {
  code: string
  name: string
  /** The code by which the clinic chose it, OBR-4.4. */
  chosenBy: string
  genes: string[]
}

export interface ReceivedSpecimen {
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
}
